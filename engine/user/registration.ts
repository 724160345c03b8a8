import type { Problem } from '#engine/result.ts'
import { passwordProblems } from './password.ts'
import { emailProblems, nameProblems, phoneProblems } from './person.ts'

/** Input of a person for an account (spec 000 §7, registerUser; spec 000 §2, registration). */
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

/** Returns the form with trimmed texts; the password is unchanged. */
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

/** Returns the problems of a trimmed form in field order. All fields are required, the agreement too (spec 000 §5). */
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

/** Returns the problems of a password field: REQUIRED when empty, else the unmet password rules. */
export function newPasswordProblems(password: string, field = 'password'): readonly Problem[] {
  return password === '' ? [{ code: 'REQUIRED', field }] : passwordProblems(password, field)
}

/** Returns the problems of a new password and its repetition (spec 000 §5: passwords must match). */
export function repeatedPasswordProblems(password: string, repeat: string, field = 'password'): readonly Problem[] {
  const problems = newPasswordProblems(password, field)
  if (repeat === '') return [...problems, { code: 'REQUIRED', field: 'repeat' }]
  return repeat === password ? problems : [...problems, { code: 'PASSWORDS_DIFFER', field: 'repeat' }]
}
