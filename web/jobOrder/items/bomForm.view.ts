import { problemsOfBom, problemsOfScraps } from '#engine/material/billOfMaterial.ts'
import type { BomEntry, ScrapEntry } from '#engine/material/billOfMaterial.ts'
import { isConvertible } from '#engine/material/unitConversion.ts'
import { findItemUnit, MEASUREMENT_UNITS } from '#engine/output/measurementUnit.ts'
import type { BomItemInput, BomLineFragment, MaterialChoicesQuery, PossibleScrapInput } from '#web/api/generated/graphql.ts'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'

/** A material that a line may name. */
export type MaterialChoice = MaterialChoicesQuery['itemsPages']['items'][number]

/** A line of a bill of material as it is typed; `key` tells lines apart while they are edited. */
export type BomValues = {
  readonly key: number
  readonly materialId: string
  readonly measureUnitId: string
  readonly requiredInput: string
  readonly expectedOutput: string
  readonly registrationType: BomEntry['registrationType']
}

/** An item that an order may scrap, as it is typed. */
export type ScrapValues = {
  readonly key: number
  readonly itemId: string
  readonly quantity: string
  readonly isConfirmationRequired: boolean
}

/** What an order says of the scrap of an item. */
export type ShownScrap = {
  readonly item: { readonly id: number } | null
  readonly quantity: number
  readonly confirmationRequired: boolean
}

/** Returns the lines as they are typed. */
export function valuesOfBom(lines: readonly BomLineFragment[], locale: string): readonly BomValues[] {
  return lines.map((line) => ({
    key: line.id,
    materialId: line.material === null ? '' : String(line.material.id),
    measureUnitId: String(line.measurementUnit.id),
    requiredInput: numberText(line.requiredInputQuantity, locale),
    expectedOutput: numberText(line.expectedOutputQuantity, locale),
    registrationType: line.registrationType,
  }))
}

/** Returns what may be scrapped as it is typed. */
export function valuesOfScraps(scraps: readonly ShownScrap[], locale: string): readonly ScrapValues[] {
  return scraps.map(({ item, quantity, confirmationRequired }, index) => ({
    key: index,
    itemId: item === null ? '' : String(item.id),
    quantity: numberText(quantity, locale),
    isConfirmationRequired: confirmationRequired,
  }))
}

/** Returns the line with another material, in its unit and taken as it is tracked. */
export function withMaterial(line: BomValues, material: MaterialChoice): BomValues {
  return {
    ...line,
    materialId: String(material.id),
    measureUnitId: String(material.measureUnit.id),
    registrationType: material.isBatchTracked ? 'BATCH_TRACKING' : 'QUANTITATIVE',
  }
}

/** Returns the ids of the units in which the material may be told. */
export function unitChoices(material: MaterialChoice | undefined): readonly { readonly id: number; readonly code: string }[] {
  if (material === undefined) return []
  return MEASUREMENT_UNITS.filter(({ group, code }) => group === 'QUANTITY' && isConvertible(code, material.measureUnit.code))
}

/** Returns what the server is sent of the lines. */
export function inputOfBom(lines: readonly BomValues[], locale: string): readonly BomItemInput[] {
  return lines.map((line) => ({
    materialId: Number(line.materialId),
    measureUnitId: Number(line.measureUnitId),
    requiredInputQuantity: readNumber(line.requiredInput, locale) ?? 0,
    expectedOutputQuantity: readNumber(line.expectedOutput, locale) ?? 0,
    registrationType: line.registrationType,
  }))
}

/** Returns what the server is sent of what may be scrapped. */
export function inputOfScraps(scraps: readonly ScrapValues[], locale: string): readonly PossibleScrapInput[] {
  return scraps.map(({ itemId, quantity, isConfirmationRequired }) => ({
    itemId: Number(itemId),
    quantity: readNumber(quantity, locale) ?? 0,
    confirmationRequired: isConfirmationRequired,
  }))
}

/** Returns every problem of the lines, by the rules that the server has; a line without a material or a quantity lacks it. */
export function problemsOfBomValues(
  lines: readonly BomValues[],
  {
    productId,
    materials,
    locale,
  }: { readonly productId: number | null; readonly materials: readonly MaterialChoice[]; readonly locale: string },
): readonly FieldProblem[] {
  const entries = lines.map((line): BomEntry => ({
    materialId: Number(line.materialId),
    unit: findItemUnit(Number(line.measureUnitId))?.code ?? '',
    requiredInput: readNumber(line.requiredInput, locale) ?? Number.NaN,
    expectedOutput: readNumber(line.expectedOutput, locale) ?? Number.NaN,
    registrationType: line.registrationType,
  }))
  const missing = lines.flatMap((line, index) => [
    ...(line.materialId === '' ? [{ code: 'REQUIRED', field: `bom.${index}.materialId` }] : []),
    ...(line.requiredInput.trim() === '' ? [{ code: 'REQUIRED', field: `bom.${index}.requiredInputQuantity` }] : []),
    ...(line.expectedOutput.trim() === '' ? [{ code: 'REQUIRED', field: `bom.${index}.expectedOutputQuantity` }] : []),
  ])
  return merged(missing, problemsOfBom(entries, { productId, units: unitsOf(materials) }))
}

/** Returns every problem of what may be scrapped, by the rules that the server has. */
export function problemsOfScrapValues(
  scraps: readonly ScrapValues[],
  materials: readonly MaterialChoice[],
  locale: string,
): readonly FieldProblem[] {
  const units = unitsOf(materials)
  const entries = scraps.map((scrap): ScrapEntry => ({
    itemId: Number(scrap.itemId),
    unit: units.get(Number(scrap.itemId)) ?? '',
    quantity: readNumber(scrap.quantity, locale) ?? Number.NaN,
    isConfirmationRequired: scrap.isConfirmationRequired,
  }))
  const missing = scraps.flatMap((scrap, index) => [
    ...(scrap.itemId === '' ? [{ code: 'REQUIRED', field: `possibleScraps.${index}.itemId` }] : []),
    ...(scrap.quantity.trim() === '' ? [{ code: 'REQUIRED', field: `possibleScraps.${index}.quantity` }] : []),
  ])
  return merged(missing, problemsOfScraps(entries, units))
}

function unitsOf(materials: readonly MaterialChoice[]): ReadonlyMap<number, string> {
  return new Map(materials.map(({ id, measureUnit }) => [id, measureUnit.code]))
}

/** What is missing is said before what is wrong with nothing. */
function merged(missing: readonly FieldProblem[], wrong: readonly FieldProblem[]): readonly FieldProblem[] {
  return [...missing, ...wrong.filter(({ field }) => missing.every((one) => one.field !== field))]
}
