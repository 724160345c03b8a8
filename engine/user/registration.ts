import type { Problem } from '#engine/result.ts'
import { passwordProblems } from './password.ts'
import { emailProblems, nameProblems, phoneProblems } from './person.ts'

/** What a person says of themselves to get an account (spec 000 §7, registerUser; spec 000 §2, registration). */
export type Registration = {
  /** Two lower-case letters of ISO 3166-1. */
  readonly country: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly password: string
  /** Whether the person agrees to the terms of use and the privacy policy. */
  readonly isAgreed: boolean
}

/** Returns the form with the blanks around its texts removed; a password keeps what it has. */
export function trimRegistration(form: Registration): Registration {
  return {
    ...form,
    country: form.country.trim().toLowerCase(),
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    email: form.email.trim(),
    phone: form.phone.trim(),
  }
}

/** Returns what is wrong with a trimmed form, in the order of its fields: each one is required, the agreement too (spec 000 §5). */
export function registrationProblems(form: Registration): readonly Problem[] {
  return [
    ...(form.country === '' ? [{ code: 'REQUIRED', field: 'country' }] : []),
    ...nameProblems('firstName', form.firstName),
    ...nameProblems('lastName', form.lastName),
    ...emailProblems(form.email),
    ...phoneProblems(form.phone),
    ...newPasswordProblems(form.password),
    ...(form.isAgreed ? [] : [{ code: 'REQUIRED', field: 'isAgreed' }]),
  ]
}

/** Returns what is wrong with a password that a form asks for: REQUIRED when it is empty, else what its rules say. */
export function newPasswordProblems(password: string, field = 'password'): readonly Problem[] {
  return password === '' ? [{ code: 'REQUIRED', field }] : passwordProblems(password, field)
}

/** Returns what is wrong with a new password and its repetition (spec 000 §5: passwords must match). */
export function repeatedPasswordProblems(password: string, repeat: string, field = 'password'): readonly Problem[] {
  const problems = newPasswordProblems(password, field)
  if (repeat === '') return [...problems, { code: 'REQUIRED', field: 'repeat' }]
  return repeat === password ? problems : [...problems, { code: 'PASSWORDS_DIFFER', field: 'repeat' }]
}
