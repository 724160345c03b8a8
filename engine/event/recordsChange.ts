import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { Ability, AbilitySubject } from '#engine/access/abilities.ts'

/** Kinds of records that a person can see. `workCenter` is what every member sees of a work center: its name, group, targets and statuses. */
export const RECORD_KINDS = [
  'status',
  'loss',
  'output',
  'shift',
  'order',
  'energy',
  'workCenter',
  'settings',
  'company',
  'people',
  'apiKey',
  'audit',
  'job',
  'stock',
  'workRequest',
  'checklist',
  'notification',
  'support',
  'orderImport',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** Who may hear that records of a kind changed: whoever may read the subject, or may do more to it; null = every member. */
const NEEDED: Readonly<Record<RecordKind, AbilitySubject | Ability | null>> = {
  status: null,
  loss: 'LOSSES',
  output: 'OUTPUTS',
  shift: 'SHIFTS',
  order: 'JOB_ORDERS',
  energy: null,
  workCenter: null,
  settings: 'WORK_CENTER_SETTINGS',
  company: 'COMPANY_SETTINGS',
  people: 'COMPANY_USERS',
  apiKey: 'API_KEY',
  audit: 'AUDIT_LOG',
  job: { action: 'MODIFY', subject: 'COMPANY_USERS' },
  stock: 'OUTPUTS',
  workRequest: 'LOSSES',
  checklist: 'CHECKLISTS',
  notification: null,
  support: null,
  orderImport: 'JOB_ORDERS',
}

/**
 * Records changed: of a work center, or of the whole company where `workCenterId` is null, in the half-open time `[from, to)` in UTC ms. `to` null
 * reaches to the present and beyond; what has no time of its own, such as a name, is `[0, null)`.
 */
export type RecordsChange = {
  readonly workCenterId: WorkCenterId | null
  readonly kinds: readonly RecordKind[]
  readonly from: number
  readonly to: number | null
}

/** The same with the company it belongs to. */
export type CompanyRecordsChange = RecordsChange & { readonly companyId: CompanyId }

/** The records that a question is answered from; `workCenterIds` null = of any work center, `period` null = of any time. */
export type RecordsInterest = {
  readonly workCenterIds: readonly number[] | null
  readonly kinds: readonly RecordKind[]
  readonly period?: { readonly from: number; readonly to: number | null } | null | undefined
}

/** Returns the kinds of records of which somebody with these abilities may hear. */
export function heardKinds(abilities: readonly Ability[]): ReadonlySet<RecordKind> {
  return new Set(RECORD_KINDS.filter((kind) => isMet(NEEDED[kind], abilities)))
}

/** Returns one change that covers both; they must be of the same work center. */
export function unitedChange(first: RecordsChange, second: RecordsChange): RecordsChange {
  return {
    workCenterId: first.workCenterId,
    kinds: RECORD_KINDS.filter((kind) => first.kinds.includes(kind) || second.kinds.includes(kind)),
    from: Math.min(first.from, second.from),
    to: first.to === null || second.to === null ? null : Math.max(first.to, second.to),
  }
}

/** Returns whether the change may alter the answer of a question. */
export function touchesInterest(change: RecordsChange, interest: RecordsInterest): boolean {
  const { workCenterIds, kinds, period } = interest
  if (change.workCenterId !== null && workCenterIds !== null && !workCenterIds.includes(change.workCenterId)) return false
  if (!change.kinds.some((kind) => kinds.includes(kind))) return false
  if (period == null) return true
  return change.from < (period.to ?? Infinity) && (change.to ?? Infinity) > period.from
}

function isMet(needed: AbilitySubject | Ability | null, abilities: readonly Ability[]): boolean {
  if (needed === null) return true
  const { action, subject } = typeof needed === 'string' ? { action: 'READ', subject: needed } : needed
  return abilities.some((ability) => ability.action === action && ability.subject === subject)
}
