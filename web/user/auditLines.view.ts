import { AUDIT_IDS } from '#engine/access/auditKeys.ts'

/** The id of a person, a team or another record that has no number. */
export const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** A value of a log entry as it is told; what older entries had as JSON in a text is read. */
export type AuditValue = string | number | boolean | null | readonly AuditValue[] | AuditRecord

/** Several values under their names. */
export type AuditRecord = { readonly [key: string]: AuditValue }

/** A line of a log entry: a change with the values before and after, else one value. */
export type AuditLine =
  | { readonly key: string; readonly isChange: true; readonly before: AuditValue; readonly after: AuditValue }
  | { readonly key: string; readonly isChange: false; readonly value: AuditValue }

/** What `before` and `after` are where they are single values. */
const SINGLE: Partial<Record<string, string>> = { REQUEST_ROLE_CHANGE: 'role', RESEND_INVITATION: 'expiresOn' }
const UNTOLD: ReadonlySet<string> = new Set(AUDIT_IDS)
/** What older entries tell by an id within a record, or a count by ids, under the names that it has now. */
const FORMER_NAMES: Partial<Record<string, string>> = {
  itemIds: 'products',
  materialId: 'material',
  reasonId: 'reason',
  statusRuleId: 'status',
  webhookIds: 'webhooks',
}
/** Lists of ids of which only the count says something. */
const COUNTED: ReadonlySet<string> = new Set(['itemIds', 'messages', 'webhookIds'])
/** What older entries have as JSON in a text. */
const WRITTEN_AS_TEXT: ReadonlySet<string> = new Set(['bom', 'steps'])
/** The database keeps the parts of a record in an order of its own. */
const PART_ORDER: readonly string[] = [
  ...['name', 'days', 'from', 'to', 'price'],
  ...['material', 'sku', 'requiredInput', 'expectedOutput', 'registrationType'],
  ...['afterMinutes', 'targetAudience', 'recipients'],
  ...['source', 'showAt', 'everyMs', 'everyUnits', 'status', 'reason', 'showAfterMs'],
  ...['performanceBy', 'planCycleTimeMs', 'targetSpeedQuantity', 'targetSpeedTimeMs', 'scrapPercent'],
]
/** The rules of notifications whose mode means something. */
const RULES_WITH_MODE: ReadonlySet<AuditValue> = new Set(['STATUS_DURATION', 'TARGET_VALUE'])

/** Returns the lines of a log entry: of before and after only the differences; none for an unreadable text. */
export function auditLines(action: string, details: string): readonly AuditLine[] {
  const { before, after, ...recorded } = parse(details)
  const [was, is] = [toldValue(action, '', before), toldValue(action, '', after)]
  const isChange = before !== undefined || after !== undefined
  const change = isChange ? changeLines(was, is, SINGLE[action] ?? 'value') : []
  const isTeamNamed = [recorded, was, is].some((one) => isRecord(one) && 'team' in one) || action.endsWith('_TEAM')
  const rest = partsOf(action, '', recorded).flatMap(([key, value]): AuditLine[] =>
    (key === 'teamId' && isTeamNamed) || (key === 'groupId' && action.endsWith('_GROUP')) || !isTold(value)
      ? []
      : [{ key, isChange: false, value }],
  )
  return [...change, ...rest]
}

/** Returns the parts of a nested record that say something, in the order in which a person says them: what is empty or off is left out. */
export function toldParts(record: AuditRecord): readonly (readonly [string, AuditValue])[] {
  const place = (key: string) => (PART_ORDER.includes(key) ? PART_ORDER.indexOf(key) : PART_ORDER.length)
  return Object.entries(record)
    .filter(([key, value]) => isTold(value) && value !== false && !isToldByAnother(key, record))
    .toSorted(([one], [other]) => place(one) - place(other))
}

function isToldByAnother(key: string, record: AuditRecord): boolean {
  if (key === 'unit') return 'requiredInput' in record
  return key === 'showAfterUnit' || (key === 'showAfterMs' && record[key] === 0)
}

/** Returns whether the value is several values under their names. */
export function isRecord(value: unknown): value is AuditRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function changeLines(before: AuditValue, after: AuditValue, single: string): readonly AuditLine[] {
  const only = isRecord(before) && after === null ? before : isRecord(after) && before === null ? after : null
  if (only === null) return differences(single, before, after)
  return Object.entries(only).flatMap(([key, value]) => (isTold(value) ? [{ key, isChange: false, value } as const] : []))
}

/** Of two records each part that differs is told for itself. */
function differences(key: string, before: AuditValue, after: AuditValue): readonly AuditLine[] {
  if (!isRecord(before) || !isRecord(after)) return isSame(before, after) ? [] : [{ key, isChange: true, before, after }]
  return keysOf(before, after).flatMap((part) => differences(part, before[part] ?? null, after[part] ?? null))
}

function keysOf(one: AuditRecord, other: AuditRecord): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
}

/** Returns whether a value is several ones. */
export function isList(value: AuditValue): value is readonly AuditValue[] {
  return Array.isArray(value)
}

/** The order of the keys of a record says nothing. */
function isSame(one: AuditValue, other: AuditValue): boolean {
  if (isList(one) && isList(other)) return one.length === other.length && one.every((value, at) => isSame(value, other[at] ?? null))
  if (!isRecord(one) || !isRecord(other)) return one === other
  return keysOf(one, other).every((key) => isSame(one[key] ?? null, other[key] ?? null))
}

function parse(details: string): Readonly<Record<string, unknown>> {
  const recorded = parsed(details)
  return typeof recorded === 'object' && recorded !== null && !Array.isArray(recorded) ? Object.fromEntries(Object.entries(recorded)) : {}
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The parts of a record under the names that they have now. Only nested ones are told by an id, which nothing else names. */
function partsOf(action: string, parent: string, record: object): readonly (readonly [string, AuditValue])[] {
  const type: unknown = 'type' in record ? record.type : undefined
  const hasMode = !isOfRule(action) || typeof type !== 'string' || RULES_WITH_MODE.has(type)
  return Object.entries(record).flatMap(([key, value]) =>
    (parent === '' && UNTOLD.has(key)) || (key === 'mode' && !hasMode)
      ? []
      : [[nameOf(action, key), toldValue(action, key, value)] as const],
  )
}

function nameOf(action: string, key: string): string {
  if (key === 'identifiers' && isOfRule(action)) return 'recipients'
  return key === 'rows' && action === 'UPDATE_INTEGRATION' ? 'fileRows' : (FORMER_NAMES[key] ?? key)
}

function isOfRule(action: string): boolean {
  return action.endsWith('_NOTIFICATION_CONFIG')
}

function toldValue(action: string, key: string, value: unknown): AuditValue {
  if (value == null || typeof value === 'boolean') return value ?? null
  if (typeof value === 'number') return FORMER_NAMES[key] === undefined ? value : `#${value}`
  if (typeof value === 'string') {
    const read = WRITTEN_AS_TEXT.has(key) ? parsed(value) : value
    return read === value ? value : toldValue(action, key, read)
  }
  if (Array.isArray(value)) return COUNTED.has(key) && value.length > 0 ? value.length : value.map((one) => toldValue(action, key, one))
  return typeof value === 'object' ? Object.fromEntries(partsOf(action, key, value)) : null
}

function isTold(value: unknown): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}
