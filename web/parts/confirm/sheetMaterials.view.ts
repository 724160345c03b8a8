import { requiredInput } from '#engine/material/billOfMaterial.ts'
import { microOf, quantityOf } from '#engine/material/quantity.ts'
import { convertedMicro } from '#engine/material/unitConversion.ts'
import type { MaterialsToConfirmQuery } from '#web/api/generated/graphql.ts'
import { readNumber } from '#web/ui/form/readNumber.ts'

type Line = MaterialsToConfirmQuery['jobOrderBom'][number]

/** What is consumed of a material with the confirmation, in the unit of the material; `isRequired` = as much as the bill of material says. */
export type SheetConsumption = { readonly itemId: number; readonly quantity: number; readonly isRequired: boolean }

/** Returns what is needed of the line for so many units, in the unit of its material. */
export function neededOf(line: Line, total: number): number {
  const needed = microOf(
    requiredInput({ requiredInput: line.requiredInputQuantity, expectedOutput: line.expectedOutputQuantity }, Math.max(0, total)),
  )
  return quantityOf(
    convertedMicro(needed, line.measurementUnit.code, line.material?.measureUnit.code ?? line.measurementUnit.code) ?? needed,
  )
}

/** Returns what the sheet says of each line: as typed, else what is needed; what is not taken is left out. */
export function consumptionsOf(
  lines: readonly Line[],
  typed: ReadonlyMap<number, string>,
  { total, locale }: { readonly total: number; readonly locale: string },
): readonly SheetConsumption[] {
  return lines.flatMap((line) => {
    if (line.material === null) return []
    const { id } = line.material
    const needed = neededOf(line, total)
    const text = typed.get(id)
    const quantity = text === undefined ? needed : (readNumber(text, locale) ?? 0)
    return quantity > 0 ? [{ itemId: id, quantity, isRequired: quantity === needed }] : []
  })
}

/** Returns the ids of the materials whose typed quantity is no number, or below zero. */
export function unreadableOf(typed: ReadonlyMap<number, string>, locale: string): readonly number[] {
  return [...typed].flatMap(([id, text]) => ((readNumber(text, locale) ?? 0) >= 0 ? [] : [id]))
}

/** Returns how far it is known what the order needs; what was made without an order needs nothing. */
export function materialsState({
  jobOrderId,
  isAnswered,
  isFailed,
}: {
  readonly jobOrderId: number | null
  readonly isAnswered: boolean
  readonly isFailed: boolean
}): 'FAILED' | 'READY' | 'WAITING' {
  if (jobOrderId === null || isAnswered) return 'READY'
  return isFailed ? 'FAILED' : 'WAITING'
}
