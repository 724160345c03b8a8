import type { Problem } from '#engine/result.ts'
import { INVITATIONS_MAX } from './emailList.ts'
import { emailProblems } from './person.ts'

/** How many e-mails a company may have sent in a day: enough for a plant, too few for a nuisance. */
export const INVITATIONS_A_DAY = 1000

/** Returns the problems of a list of addresses to invite: none, more than 100, or an invalid one, named `emails[2]`. */
export function invitationProblems(emails: readonly string[]): readonly Problem[] {
  if (emails.length === 0) return [{ code: 'REQUIRED', field: 'emails' }]
  if (emails.length > INVITATIONS_MAX) {
    return [{ code: 'VALUE_OUT_OF_RANGE', field: 'emails', params: { value: emails.length, min: 1, max: INVITATIONS_MAX } }]
  }
  return emails.flatMap((email, at) => emailProblems(email.trim(), `emails[${at}]`))
}
