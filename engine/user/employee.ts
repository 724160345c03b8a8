import type { Role } from '#engine/access/abilities.ts'
import type { Problem } from '#engine/result.ts'
import { passwordProblems } from './password.ts'
import { emailProblems, nameProblems, phoneProblems } from './person.ts'
import { companyRoleProblem } from './role.ts'

/** Input of an administrator for a new account (spec 000 §3, employee; spec 000 §7, createUser). */
export type EmployeeForm = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** A name to sign in with besides the address; empty = none. */
  readonly login: string
  /** Empty = the person chooses one by the link of an e-mail. */
  readonly password: string
  /** Empty = not known. */
  readonly phone: string
  readonly role: Role
}

export const LOGIN_LENGTH = { min: 3, max: 50 } as const
const LOGIN = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/** Returns the form with trimmed texts; the password is unchanged. */
export function trimEmployeeForm(form: EmployeeForm): EmployeeForm {
  return {
    ...form,
    email: form.email.trim(),
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    login: form.login.trim(),
    phone: form.phone.trim(),
  }
}

/** Returns the problems of a trimmed form in field order. Address and names are required; other fields are checked when given (spec 000 §5). */
export function employeeFormProblems(form: EmployeeForm): readonly Problem[] {
  const role = companyRoleProblem(form.role)
  return [
    ...nameProblems('firstName', form.firstName),
    ...nameProblems('lastName', form.lastName),
    ...emailProblems(form.email),
    ...(form.login === '' ? [] : loginProblems(form.login)),
    ...(form.password === '' ? [] : passwordProblems(form.password)),
    ...(form.phone === '' ? [] : phoneProblems(form.phone)),
    ...(role === null ? [] : [role]),
  ]
}

/**
 * Returns the problems of a trimmed login: REQUIRED, LENGTH_OUT_OF_RANGE, or INVALID_FORMAT for characters other than Latin letters, digits, dots,
 * dashes and underscores.
 */
export function loginProblems(login: string, field = 'login'): readonly Problem[] {
  if (login === '') return [{ code: 'REQUIRED', field }]
  if (login.length < LOGIN_LENGTH.min || login.length > LOGIN_LENGTH.max) {
    return [{ code: 'LENGTH_OUT_OF_RANGE', field, params: { ...LOGIN_LENGTH } }]
  }
  return LOGIN.test(login) ? [] : [{ code: 'INVALID_FORMAT', field, params: { example: 'anna.nowak' } }]
}
