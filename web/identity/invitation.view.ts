import { nameProblems, phoneProblems } from '#engine/user/person.ts'
import { newPasswordProblems } from '#engine/user/registration.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import type { AccountLink } from './accountAnswer.view.ts'

export type JoinForm = {
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  readonly password: string
  readonly isAgreed: boolean
}

/** Fields that an invitation asks for: a whole new account, a new password, or nothing. */
export type Asked = { readonly isNew: boolean; readonly needsPassword: boolean }

/** Returns what the invitation asks of its reader. */
export function asksFor(link: Pick<AccountLink, 'hasAccount' | 'needsPassword'>): Asked {
  return { isNew: !link.hasAccount, needsPassword: !link.hasAccount || link.needsPassword }
}

/** Returns the problems of the requested fields; others are ignored. */
export function joinProblems(form: JoinForm, { isNew, needsPassword }: Asked): readonly FieldProblem[] {
  return [
    ...(isNew ? [...nameProblems('firstName', form.firstName.trim()), ...nameProblems('lastName', form.lastName.trim())] : []),
    ...(isNew ? phoneProblems(form.phone.trim()) : []),
    ...(needsPassword ? newPasswordProblems(form.password) : []),
    ...(isNew && !form.isAgreed ? [{ code: 'REQUIRED', field: 'isAgreed' }] : []),
  ]
}

/** Returns the request: only requested fields, trimmed. */
export function joinRequest(form: JoinForm, { isNew, needsPassword }: Asked): Partial<JoinForm> {
  return {
    ...(isNew && {
      firstName: form.firstName.trim(),
      lastName: form.lastName.trim(),
      phone: form.phone.trim(),
      isAgreed: form.isAgreed,
    }),
    ...(needsPassword && { password: form.password }),
  }
}
