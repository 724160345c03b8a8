import type { Problem } from '#engine/result.ts'
import { materialProblem, microOf, quantityOf, scaledMicro } from './quantity.ts'
import { isConvertible } from './unitConversion.ts'

/** Whether a line is taken from batches that are installed, or by quantity alone. */
export const BOM_REGISTRATION_TYPES = ['BATCH_TRACKING', 'QUANTITATIVE'] as const
export type BomRegistrationType = (typeof BOM_REGISTRATION_TYPES)[number]

/** So much of a material goes into so much of the product. */
export type BomEntry = {
  readonly materialId: number
  /** The code of the unit of `requiredInput`. */
  readonly unit: string
  readonly requiredInput: number
  readonly expectedOutput: number
  readonly registrationType: BomRegistrationType
}

/** An item that an order may scrap; `quantity` is expected for the whole plan. */
export type ScrapEntry = {
  readonly itemId: number
  readonly unit: string
  readonly quantity: number
  readonly isConfirmationRequired: boolean
}

/** So many lines has a bill of material, and so many items an order may scrap. */
export const MAX_BOM_LINES = 200

/** The items that lines name: the code of the unit in which each is counted. */
type Units = ReadonlyMap<number, string>

/** Returns how much of a material so many units of the product need, rejected ones included, in six places, half up (domain.md M-2). */
export function requiredInput(line: Pick<BomEntry, 'expectedOutput' | 'requiredInput'>, total: number): number {
  return quantityOf(scaledMicro(microOf(line.requiredInput), microOf(total), microOf(line.expectedOutput)))
}

/** Returns every problem of a bill of material (domain.md M-1): each material once, not the product itself, in a unit that converts into its own. */
export function problemsOfBom(
  lines: readonly BomEntry[],
  { productId, units }: { readonly productId: number | null; readonly units: Units },
): readonly Problem[] {
  if (lines.length > MAX_BOM_LINES) return [{ code: 'LENGTH_OUT_OF_RANGE', field: 'bom', params: { min: 0, max: MAX_BOM_LINES } }]
  return lines.flatMap((line, index) => {
    const at = `bom.${index}`
    const isTwice = lines.findIndex(({ materialId }) => materialId === line.materialId) < index
    return [
      itemProblem(`${at}.materialId`, line.materialId, units, isTwice),
      line.materialId === productId ? { code: 'BOM_OF_ITSELF', field: `${at}.materialId` } : null,
      unitProblem(`${at}.measureUnitId`, line.unit, units.get(line.materialId)),
      materialProblem(`${at}.requiredInputQuantity`, line.requiredInput),
      materialProblem(`${at}.expectedOutputQuantity`, line.expectedOutput),
    ].filter((problem) => problem !== null)
  })
}

/** Returns every problem of what an order may scrap: each item once, in a unit that converts into its own. */
export function problemsOfScraps(scraps: readonly ScrapEntry[], units: Units): readonly Problem[] {
  if (scraps.length > MAX_BOM_LINES)
    return [{ code: 'LENGTH_OUT_OF_RANGE', field: 'possibleScraps', params: { min: 0, max: MAX_BOM_LINES } }]
  return scraps.flatMap((scrap, index) => {
    const at = `possibleScraps.${index}`
    const isTwice = scraps.findIndex(({ itemId }) => itemId === scrap.itemId) < index
    return [
      itemProblem(`${at}.itemId`, scrap.itemId, units, isTwice),
      unitProblem(`${at}.measureUnitId`, scrap.unit, units.get(scrap.itemId)),
      materialProblem(`${at}.quantity`, scrap.quantity, { mayBeZero: true }),
    ].filter((problem) => problem !== null)
  })
}

function itemProblem(field: string, id: number, units: Units, isTwice: boolean): Problem | null {
  if (!units.has(id)) return { code: 'ITEM_NOT_FOUND', field, params: { id } }
  return isTwice ? { code: 'NOT_UNIQUE', field, params: { value: id } } : null
}

function unitProblem(field: string, unit: string, expected: string | undefined): Problem | null {
  return expected === undefined || isConvertible(unit, expected) ? null : { code: 'UNIT_MISMATCH', field, params: { unit, expected } }
}
