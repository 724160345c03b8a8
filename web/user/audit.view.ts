import { SENSOR_TYPES } from '#engine/sensor/sensorType.ts'
import type { SensorType } from '#engine/sensor/sensorType.ts'
import { dateAt, midnight } from '#engine/time/statPeriod.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { ID } from './auditLines.view.ts'
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

/** Returns what an entry is about: the kind of thing, and its name unless that is an id. */
export function auditSubject(subject: string): { readonly kind: string; readonly name: string } {
  const kind = KINDS.find((one) => subject === one || subject.startsWith(`${one} `)) ?? ''
  const name = subject.slice(kind.length).trim()
  return { kind: kind.replace(' ', '').toLowerCase(), name: UNNAMED.has(kind) || ID.test(name) ? '' : name }
}

/** `job order` stands before `job`, with which it begins. */
const KINDS = [
  'work center',
  'loss reason',
  'reason group',
  'join link',
  'job order',
  'energy tariff',
  'operational plan',
  'apiKey',
  'invitation',
  'integration',
  'checklist',
  'company',
  'webhook',
  'status',
  'sensor',
  'device',
  'answer',
  'report',
  'shift',
  'group',
  'team',
  'user',
  'item',
  'file',
  'job',
] as const
const UNNAMED: ReadonlySet<string> = new Set(['apiKey', 'company', 'device', 'join link', 'report', 'shift'])

/** Returns the channel that the name stands for where nobody named it, such as `BATTERY_LEVEL 1`; null for a name that a person gave. */
export function auditedSensor(name: string): { readonly type: SensorType; readonly number: number } | null {
  const [typeName, number, ...more] = name.split(' ')
  const type = SENSOR_TYPES.find((one) => one === typeName)
  return type === undefined || more.length > 0 || !/^\d+$/.test(number ?? '') ? null : { type, number: Number(number) }
}

function daysLater(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}
