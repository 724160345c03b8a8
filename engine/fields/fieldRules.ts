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

/** The required form of a text, with an example. */
export type TextForm = { readonly pattern: RegExp; readonly example: string }

/**
 * Returns the problem of a number, null for none and for an empty one: VALUE_OUT_OF_RANGE with value and range, NOT_BELOW for one at an excluded
 * limit, NOT_WHOLE (spec 001 §5).
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

/** Returns the problem of a text, null for none: REQUIRED when empty and required, LENGTH_OUT_OF_RANGE, INVALID_FORMAT with the character NUL, which is stored nowhere. Blanks around it do not count. */
export function textProblem(field: string, text: string, range: LengthRange): Problem | null {
  const { length } = text.trim()
  if (text.includes('\0')) return { code: 'INVALID_FORMAT', field, params: { example: 'abc' } }
  if (length === 0 && range.min > 0) return { code: 'REQUIRED', field }
  return length < range.min || length > range.max ? { code: 'LENGTH_OUT_OF_RANGE', field, params: { ...range } } : null
}

/** Returns the problem of a text that must match a form, null for none and for an empty one. Blanks around it do not count. */
export function formProblem(field: string, text: string | null, form: TextForm): Problem | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' || form.pattern.test(trimmed) ? null : { code: 'INVALID_FORMAT', field, params: { example: form.example } }
}
