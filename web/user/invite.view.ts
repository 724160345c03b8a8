import { type EmailEntry, INVITATIONS_MAX, parseEmails, uniqueEmails } from '#engine/user/emailList.ts'

/** The list of addresses to invite, checked while typing. */
export type InviteList = {
  /** Each address once, without those of members. */
  readonly emails: readonly string[]
  readonly wrong: readonly EmailEntry[]
  /** How many entries repeat an earlier one. */
  readonly duplicates: number
  readonly members: readonly string[]
  readonly isTooLong: boolean
}

/** A list with nothing in it is one empty entry (spec 000 §5). */
const NOTHING: EmailEntry = { line: 1, text: '', email: '', problem: 'EMPTY' }

/** Returns what a pasted list holds: addresses to invite, wrong entries, repetitions and members of the company. */
export function readInviteList(text: string, memberEmails: readonly string[]): InviteList {
  const members = new Set(memberEmails.map((email) => email.toLowerCase()))
  const found = parseEmails(text)
  const entries = found.length === 0 ? [NOTHING] : found
  const unique = uniqueEmails(entries)
  const emails = unique.filter((email) => !members.has(email))
  return {
    emails,
    wrong: entries.filter((entry) => entry.problem !== null),
    duplicates: entries.filter((entry) => entry.problem === null).length - unique.length,
    members: unique.filter((email) => members.has(email)),
    isTooLong: emails.length > INVITATIONS_MAX,
  }
}
