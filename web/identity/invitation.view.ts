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

/** What an invitation asks for: everything of an account of a person whom nobody knows, or a new password, or nothing. */
export type Asked = { readonly isNew: boolean; readonly needsPassword: boolean }

/** Returns what the invitation asks of its reader. */
export function asksFor(link: Pick<AccountLink, 'hasAccount' | 'needsPassword'>): Asked {
  return { isNew: !link.hasAccount, needsPassword: !link.hasAccount || link.needsPassword }
}

/** Returns what is wrong with the fields that are asked for; the others are not looked at. */
export function joinProblems(form: JoinForm, { isNew, needsPassword }: Asked): readonly FieldProblem[] {
  return [
    ...(isNew ? [...nameProblems('firstName', form.firstName.trim()), ...nameProblems('lastName', form.lastName.trim())] : []),
    ...(isNew ? phoneProblems(form.phone.trim()) : []),
    ...(needsPassword ? newPasswordProblems(form.password) : []),
    ...(isNew && !form.isAgreed ? [{ code: 'REQUIRED', field: 'isAgreed' }] : []),
  ]
}

/** Returns what is sent: only what was asked for, texts without blanks around them. */
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
