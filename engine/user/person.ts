import type { Problem } from '#engine/result.ts'

/** Returns the name as people read it, or the e-mail address when no name is known. */
export function fullName(person: { readonly firstName: string; readonly lastName: string; readonly email: string }): string {
  return `${person.firstName} ${person.lastName}`.trim() || person.email
}

/** Returns up to two capitals for an avatar: of first and last name, else of the e-mail address. */
export function initials(person: { readonly firstName: string; readonly lastName: string; readonly email: string }): string {
  const letters = [person.firstName, person.lastName].flatMap((name) => Array.from(name.trim()).slice(0, 1))
  return (letters.length > 0 ? letters : Array.from(person.email).slice(0, 1)).join('').toUpperCase()
}

/** Returns whether the text is an e-mail address as the forms accept it: no blanks, one @, a dot in the domain, 254 characters at most. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)
}

export const NAME_MAX_LENGTH = 100
const PHONE_EXAMPLE = '+48 601 234 567'
const PHONE_MIN_DIGITS = 7
const PHONE_MAX_DIGITS = 15

/** Returns the problems of a trimmed first or last name: REQUIRED, or LENGTH_OUT_OF_RANGE above 100 characters. */
export function nameProblems(field: string, name: string): readonly Problem[] {
  if (name === '') return [{ code: 'REQUIRED', field }]
  return name.length <= NAME_MAX_LENGTH ? [] : [{ code: 'LENGTH_OUT_OF_RANGE', field, params: { min: 1, max: NAME_MAX_LENGTH } }]
}

/** Returns the problems of a trimmed e-mail address: REQUIRED or INVALID_EMAIL (spec 000 §5). */
export function emailProblems(email: string, field = 'email'): readonly Problem[] {
  if (email === '') return [{ code: 'REQUIRED', field }]
  return isEmailAddress(email) ? [] : [{ code: 'INVALID_EMAIL', field }]
}

/**
 * Returns the problems of a trimmed phone number: REQUIRED, PHONE_INVALID, or PHONE_TOO_SHORT and PHONE_TOO_LONG outside 7 to 15 digits
 * (spec 000 §5).
 */
export function phoneProblems(phone: string, field = 'phone'): readonly Problem[] {
  if (phone === '') return [{ code: 'REQUIRED', field }]
  if (!/^\+?[0-9 ().-]+$/.test(phone)) return [{ code: 'PHONE_INVALID', field, params: { example: PHONE_EXAMPLE } }]
  const digits = phone.replace(/\D/g, '').length
  if (digits < PHONE_MIN_DIGITS) return [{ code: 'PHONE_TOO_SHORT', field, params: { min: PHONE_MIN_DIGITS } }]
  return digits > PHONE_MAX_DIGITS ? [{ code: 'PHONE_TOO_LONG', field, params: { max: PHONE_MAX_DIGITS } }] : []
}
