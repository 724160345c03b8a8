import { formProblem, numberProblem, textProblem } from '#engine/fields/fieldRules.ts'
import { findItemUnit } from '#engine/output/measurementUnit.ts'
import type { Problem } from '#engine/result.ts'

/** What people say of a product. */
export type ItemForm = {
  readonly name: string
  readonly sku: string
  readonly measureUnitId: number
  readonly externalCode: string | null
  /** What products are alike, so that a changeover between them is short. */
  readonly family: string | null
  readonly isBatchTracked: boolean
  /** Units in a full container; null = none is used. */
  readonly containerQuantity: number | null
}

const NAME = { min: 1, max: 200 } as const
const SKU = { min: 1, max: 64 } as const
const SHORT = { min: 0, max: 200 } as const
/** No quantity of the product is as large. */
export const QUANTITY_LIMIT = 1_000_000_000
const PRINTABLE = { pattern: /^[^\p{Cc}]*$/u, example: 'DT-2377' }

/** Returns every problem of a product, one a field (domain.md J-10). */
export function problemsOfItem(form: ItemForm): readonly Problem[] {
  return [
    ...problemsOfNames(form),
    findItemUnit(form.measureUnitId) === null ? { code: 'MEASUREMENT_UNIT_NOT_FOUND', field: 'measureUnitId' } : null,
    textProblem('externalCode', form.externalCode ?? '', SHORT),
    textProblem('family', form.family ?? '', SHORT),
    numberProblem('containerQuantity', form.containerQuantity, { above: 0, below: QUANTITY_LIMIT }),
  ].filter((problem) => problem !== null)
}

/** Returns what is wrong with the name and the SKU of a product. */
export function problemsOfNames({ name, sku }: Pick<ItemForm, 'name' | 'sku'>): readonly Problem[] {
  return [
    textProblem('name', name, NAME) ?? formProblem('name', name, PRINTABLE),
    textProblem('sku', sku, SKU) ?? formProblem('sku', sku, PRINTABLE),
  ].filter((problem) => problem !== null)
}
