import type { Problem } from '#engine/result.ts'

/** Where a number must lie: `min` and `max` belong to the range, `above` and `below` do not. */
export type NumberRange = {
  readonly min?: number
  readonly above?: number
  readonly max?: number
  readonly below?: number
  readonly isWhole?: boolean
}

/** How many characters a text may have, without the blanks around it. */
export type LengthRange = { readonly min: number; readonly max: number }

/** What a text must look like, and one that does. */
export type TextForm = { readonly pattern: RegExp; readonly example: string }

/**
 * Returns what is wrong with a number, null for nothing and for an empty one: VALUE_OUT_OF_RANGE with the value and the range, NOT_BELOW for one that
 * reaches a limit outside the range, NOT_WHOLE (spec 001 §5).
 */
export function numberProblem(field: string, value: number | null | undefined, range: NumberRange): Problem | null {
  if (value === undefined || value === null) return null
  if (!Number.isFinite(value)) return { code: 'NOT_A_NUMBER', field }
  const { min, above, max, below } = range
  const isLow = (min !== undefined && value < min) || (above !== undefined && value <= above)
  if (isLow || (max !== undefined && value > max)) {
    const params = { value, ...(min !== undefined && { min }), ...(above !== undefined && { above }), ...(max !== undefined && { max }) }
    return { code: 'VALUE_OUT_OF_RANGE', field, params }
  }
  if (below !== undefined && value >= below) return { code: 'NOT_BELOW', field, params: { value, max: below } }
  return range.isWhole === true && !Number.isInteger(value) ? { code: 'NOT_WHOLE', field, params: { value } } : null
}

/** Returns what is wrong with a text, null for nothing: REQUIRED for an empty one that may not be, LENGTH_OUT_OF_RANGE; blanks around it do not count. */
export function textProblem(field: string, text: string, range: LengthRange): Problem | null {
  const { length } = text.trim()
  if (length === 0 && range.min > 0) return { code: 'REQUIRED', field }
  return length < range.min || length > range.max ? { code: 'LENGTH_OUT_OF_RANGE', field, params: { ...range } } : null
}

/** Returns what is wrong with a text that must look like its example, null for nothing and for an empty one; blanks around it do not count. */
export function formProblem(field: string, text: string | null, form: TextForm): Problem | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' || form.pattern.test(trimmed) ? null : { code: 'INVALID_FORMAT', field, params: { example: form.example } }
}
