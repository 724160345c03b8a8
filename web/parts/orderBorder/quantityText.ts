import type { Format } from '#web/ui/format.ts'

/** Returns a quantity of output as it is written: whole, or with three places. */
export function quantityText(format: Pick<Format, 'number'>, quantity: number): string {
  return format.number(quantity, Number.isInteger(quantity) ? 0 : 3)
}
