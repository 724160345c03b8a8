import { NO_TEAM_ID } from '#engine/company/teamForm.ts'
import type { Problem } from '#engine/result.ts'
import { loginProblems } from '#engine/user/employee.ts'
import { emailProblems, nameProblems, phoneProblems } from '#engine/user/person.ts'
import { repeatedPasswordProblems } from '#engine/user/registration.ts'
import { DEFAULT_ROLE } from '#engine/user/role.ts'
import type { MembershipValues } from './membership.view.ts'

/** The form of a new employee (spec 000 §3, Employee; spec 000 §7, createUser). */
export type NewEmployee = MembershipValues & {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly login: string
  readonly password: string
  readonly repeat: string
}

/** What the form for a new employee begins with. */
export const EMPTY_EMPLOYEE: NewEmployee = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  login: '',
  password: '',
  repeat: '',
  role: DEFAULT_ROLE,
  teamId: NO_TEAM_ID,
  workCenterIds: [],
}

/** Returns the problems of the form in field order, by the server's rules. */
export function newEmployeeProblems(form: NewEmployee): readonly Problem[] {
  return [
    ...nameProblems('firstName', form.firstName.trim()),
    ...nameProblems('lastName', form.lastName.trim()),
    ...emailProblems(form.email.trim()),
    ...phoneProblems(form.phone.trim()),
    ...loginProblems(form.login.trim()),
    ...repeatedPasswordProblems(form.password, form.repeat),
  ]
}

/** Returns the request: trimmed texts, a team or none, work centers for operators only. */
export function newEmployeeVariables({ repeat: _repeat, ...form }: NewEmployee) {
  return {
    ...form,
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    email: form.email.trim(),
    phone: form.phone.trim(),
    login: form.login.trim(),
    ...placeVariables(form),
  }
}

/** Returns a person's place in the company as the server is told it. */
export function placeVariables({ role, teamId, workCenterIds }: MembershipValues) {
  return { role, teamId: teamId === NO_TEAM_ID ? null : teamId, workCenterIds: role === 'OPERATOR' ? [...workCenterIds] : [] }
}
