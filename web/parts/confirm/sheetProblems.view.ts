/** Where in the sheet a refusal is shown. */
export type SheetField = 'batch' | 'comment' | 'containers' | 'materials' | 'reasons' | 'units'

const FIELDS: readonly (readonly [RegExp, SheetField])[] = [
  [/^(acceptedOutput|rejectedOutput)$/, 'units'],
  [/^qualityReasons/, 'reasons'],
  [/^(consumptions|scraps)/, 'materials'],
  [/^containerCode/, 'containers'],
  [/^batchCode$/, 'batch'],
  [/^comment$/, 'comment'],
]

/** Returns the place of the sheet that a refused field of a confirmation stands for; null = none of them, so it is told at the end. */
export function sheetFieldOf(field: string | null | undefined): SheetField | null {
  return FIELDS.find(([names]) => names.test(field ?? ''))?.[1] ?? null
}

/** Returns the problems by the place of the sheet, each in its order; what has no place stands under null. */
export function byPlace<Problem extends { readonly field?: string | null | undefined }>(
  problems: readonly Problem[],
): ReadonlyMap<SheetField | null, readonly Problem[]> {
  return Map.groupBy(problems, ({ field }) => sheetFieldOf(field))
}
