import { microOf, quantityOf } from '#engine/material/quantity.ts'
import type { ShiftNotesQuery } from '#web/api/generated/graphql.ts'

type Consumption = ShiftNotesQuery['uncoveredConsumptions'][number]

/** Material of a shift that no batch covers, of one order; `orderCode` null = of output without an order. */
export type UncoveredLine = {
  readonly key: string
  readonly name: string
  readonly orderCode: string | null
  readonly quantity: number
  readonly unit: Consumption['measurementUnit']
}

/** An order that ended in a shift and whose counter, confirmations and material differ. */
export type CheckLine = NonNullable<ShiftNotesQuery['outputChecks']>['items'][number]

/** What somebody should know of a shift before it is closed; nothing of it holds the shift up. */
export type ShiftNotes = { readonly uncovered: readonly UncoveredLine[]; readonly checks: readonly CheckLine[] }

/** Returns the uncovered consumptions summed by material and order, in the order in which they began. */
export function uncoveredLines(consumptions: readonly Consumption[]): readonly UncoveredLine[] {
  const groups = Map.groupBy(consumptions, ({ item, jobOrder }) => `${item?.id ?? ''} ${jobOrder?.id ?? ''}`)
  return [...groups].flatMap(([key, those]) => {
    const [first] = those
    if (first === undefined) return []
    const quantity = quantityOf(those.reduce((sum, one) => sum + microOf(one.quantity), 0))
    return [{ key, name: first.item?.name ?? '', orderCode: first.jobOrder?.orderCode ?? null, quantity, unit: first.measurementUnit }]
  })
}

/** Returns how many notes there are. */
export function notesOf({ uncovered, checks }: ShiftNotes): number {
  return uncovered.length + checks.length
}
