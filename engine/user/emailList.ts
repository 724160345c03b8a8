import { isEmailAddress } from './person.ts'

/** How many people are invited at once. */
export const INVITATIONS_MAX = 100

/** A piece of a pasted list of addresses; `problem` is null when it is an address. */
export type EmailEntry = {
  /** The line of the list on which it stands, the first being 1. */
  readonly line: number
  /** As it was typed, without the blanks around. */
  readonly text: string
  /** What is taken for the address: without the name before it, in lower case. */
  readonly email: string
  readonly problem: 'EMPTY' | 'INVALID_EMAIL' | null
}

/**
 * Returns the entries of a pasted list, separated by commas, semicolons, blanks and lines; `Name <a@b.c>` counts as its address. Nothing between two
 * separators is an empty entry (spec 000 §5, invitation by e-mail); blanks, blank lines and a trailing separator are not.
 */
export function parseEmails(text: string): readonly EmailEntry[] {
  return text.split(/\r\n?|\n/).flatMap((line, index) => entriesOf(line).map((entry) => ({ line: index + 1, ...entry })))
}

/** Returns the addresses of the entries, each once, in their order. */
export function uniqueEmails(entries: readonly EmailEntry[]): readonly string[] {
  return [...new Set(entries.flatMap(({ email, problem }) => (problem === null ? [email] : [])))]
}

function entriesOf(line: string): readonly Omit<EmailEntry, 'line'>[] {
  if (line.trim() === '') return []
  const pieces = line
    .trim()
    .replaceAll(/"[^"]*"/g, unquoted)
    .replace(/[,;]$/, '')
    .split(/[,;]/)
  return pieces.flatMap((piece) => {
    if (piece.trim() === '') return [{ text: '', email: '', problem: 'EMPTY' as const }]
    return namedOrPlain(piece.trim()).map((text) => checked(text))
  })
}

/** A quoted name may have commas: `"Kowal, Anna" <anna@acme.example>`. */
function unquoted(name: string): string {
  return name.slice(1, -1).replaceAll(/[,;]/g, ' ')
}

/** `Name <a@b.c>` is one entry, however many words the name has; else each word is one. A word with an @ is never part of a name. */
function namedOrPlain(piece: string): readonly string[] {
  if (!piece.includes('<')) return piece.split(/\s+/)
  return piece.match(/(?:[^<>@\s]+\s+)*[^<>@\s]*\s*<[^<>]*>|[^\s<>]+/g) ?? [piece]
}

function checked(text: string): Omit<EmailEntry, 'line'> {
  const inside = /<([^<>]*)>$/.exec(text)?.[1]
  const email = (inside ?? text).trim().toLowerCase()
  if (email === '') return { text: text.trim(), email, problem: 'EMPTY' }
  return { text: text.trim(), email, problem: isEmailAddress(email) ? null : 'INVALID_EMAIL' }
}
