import { Refusal } from '#server/refusal.ts'

export type NumberRange = { readonly min?: number; readonly above?: number; readonly max?: number; readonly isWhole?: boolean }

/** Refuses a number outside its legal range, naming the field, the value and the range; undefined and null pass. */
export function checkNumber(field: string, value: number | null | undefined, range: NumberRange): void {
  if (value === undefined || value === null) return
  const isLow = (range.min !== undefined && value < range.min) || (range.above !== undefined && value <= range.above)
  const isHigh = range.max !== undefined && value > range.max
  if (!isLow && !isHigh && (!range.isWhole || Number.isInteger(value))) return
  throw new Refusal({
    code: 'VALUE_OUT_OF_RANGE',
    field,
    params: {
      value,
      ...(range.min !== undefined && { min: range.min }),
      ...(range.above !== undefined && { above: range.above }),
      ...(range.max !== undefined && { max: range.max }),
    },
  })
}

/** Returns the text without blanks around it; refuses one that is shorter or longer than allowed. */
export function checkText(field: string, text: string, range: { readonly min: number; readonly max: number }): string {
  const trimmed = text.trim()
  if (trimmed.length === 0 && range.min > 0) throw new Refusal({ code: 'REQUIRED', field })
  if (trimmed.length < range.min || trimmed.length > range.max) throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field, params: range })
  return trimmed
}

/** Returns the text without blanks around it, null for an empty one; refuses one that does not match, with an example of what does. */
export function checkPattern(field: string, text: string | null, pattern: RegExp, example: string): string | null {
  const trimmed = text?.trim() || null
  if (trimmed !== null && !pattern.test(trimmed)) throw new Refusal({ code: 'INVALID_FORMAT', field, params: { example } })
  return trimmed
}
