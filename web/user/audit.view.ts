import { dateAt, midnight } from '#engine/time/statPeriod.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { AuditRange, AuditSearch } from './auditSearch.ts'

const DAYS: Partial<Record<AuditRange, number>> = { today: 1, last7days: 7, last30days: 30 }
/** How far a period reaches that is open on one side: the server reads a year at once. */
const OPEN_DAYS = 365

/** Returns the period of the log in UTC ms, null for all: whole days of the zone, to the end of today; with one date only, a year from it. */
export function auditPeriod(
  { range, from, to }: Pick<AuditSearch, 'range' | 'from' | 'to'>,
  zone: string,
  now: number,
): { readonly start: number; readonly end: number } | null {
  const days = DAYS[range]
  if (days !== undefined) {
    const today = dateAt(zone, now)
    return { start: midnight(zone, daysLater(today, 1 - days)), end: midnight(zone, daysLater(today, 1)) }
  }
  if (range === 'all' || (from === '' && to === '')) return null
  return {
    start: midnight(zone, from === '' ? daysLater(to, -OPEN_DAYS) : from),
    end: midnight(zone, daysLater(to === '' ? daysLater(from, OPEN_DAYS) : to, 1)),
  }
}

/** Returns whether filters leave something out. */
export function isAuditFiltered({ user, action, range }: AuditSearch): boolean {
  return user !== '' || action !== '' || range !== 'all'
}

export type AuditValue = string | number | boolean | null | readonly AuditValue[]

/** A line of a log entry: a change with the values before and after, else one value. */
export type AuditLine =
  | { readonly key: string; readonly isChange: true; readonly before: AuditValue; readonly after: AuditValue }
  | { readonly key: string; readonly isChange: false; readonly value: AuditValue }

/** Ids of what the entry names anyway. */
const UNTOLD: ReadonlySet<string> = new Set([
  'userId',
  'joinLinkId',
  'shiftId',
  'apiKeyId',
  'jobId',
  'newJobId',
  'reasonId',
  'reasonGroupId',
  'sensorId',
])
/** What `before` and `after` are where they are single values. */
const SINGLE: Partial<Record<string, string>> = { REQUEST_ROLE_CHANGE: 'role', RESEND_INVITATION: 'expiresOn' }
const CHANGE_KEYS: ReadonlySet<string> = new Set(['before', 'after'])

/** Returns the lines of a log entry: of before and after only the differences; none for an unreadable text. */
export function auditLines(action: string, details: string): readonly AuditLine[] {
  const recorded = parse(details)
  const { before, after } = recorded
  const isChange = 'before' in recorded || 'after' in recorded
  const change = !isChange ? [] : changeLines(before, after, SINGLE[action] ?? 'value')
  const isTeamNamed = [recorded, asRecord(before), asRecord(after)].some((one) => one !== null && 'team' in one) || action.endsWith('_TEAM')
  const rest = Object.entries(recorded)
    .filter(
      ([key, value]) =>
        !CHANGE_KEYS.has(key) &&
        !UNTOLD.has(key) &&
        !(key === 'teamId' && isTeamNamed) &&
        !(key === 'groupId' && action.endsWith('_GROUP')) &&
        isTold(value),
    )
    .map(([key, value]): AuditLine => ({ key, isChange: false, value: asValue(value) }))
  return [...change, ...rest]
}

/** Returns what an entry is about: the kind of thing, and its name unless that is an id. */
export function auditSubject(subject: string): { readonly kind: string; readonly name: string } {
  const kind = KINDS.find((one) => subject === one || subject.startsWith(`${one} `)) ?? ''
  const name = subject.slice(kind.length).trim()
  return { kind: kind.replace(' ', '').toLowerCase(), name: NAMED.has(kind) || kind === '' ? name : '' }
}

const KINDS = [
  'work center',
  'loss reason',
  'reason group',
  'join link',
  'apiKey',
  'invitation',
  'company',
  'status',
  'sensor',
  'device',
  'shift',
  'group',
  'team',
  'user',
  'job',
] as const
const NAMED: ReadonlySet<string> = new Set([
  'work center',
  'loss reason',
  'reason group',
  'group',
  'status',
  'sensor',
  'invitation',
  'team',
  'user',
  'job',
])

function changeLines(before: unknown, after: unknown, single: string): readonly AuditLine[] {
  const [was, is] = [asRecord(before), asRecord(after)]
  if (was === null && is === null) return [{ key: single, isChange: true, before: asValue(before), after: asValue(after) }]
  const only = was === null ? is : is === null ? was : null
  if (only !== null) {
    return Object.entries(only).flatMap(([key, value]) => (isTold(value) ? [{ key, isChange: false, value: asValue(value) } as const] : []))
  }
  return [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])].flatMap((key) => {
    const [old, now] = [asValue(was?.[key]), asValue(is?.[key])]
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ key, isChange: true, before: old, after: now } as const]
  })
}

function parse(details: string): Readonly<Record<string, unknown>> {
  try {
    return asRecord(JSON.parse(details)) ?? {}
  } catch {
    return {}
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : null
}

function asValue(value: unknown): AuditValue {
  if (value == null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value ?? null
  return Array.isArray(value) ? value.map(asValue) : JSON.stringify(value)
}

function isTold(value: unknown): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

function daysLater(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}
