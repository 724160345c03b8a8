import type { CompanyId, LossReasonId, StatusRuleId, UserId, WorkCenterId } from '#engine/ids.ts'
import { isCategoryOfSource } from '#engine/loss/lossKind.ts'
import { isOfferedAt } from '#engine/loss/reasonOffer.ts'
import { TIME_UNIT_MS } from '#engine/loss/timeUnit.ts'
import { validateTrackingRows } from '#engine/loss/validateTrackingRows.ts'
import type { TrackingRowDraft, TrackingRowEntry } from '#engine/loss/validateTrackingRows.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { findStatusRules } from '#server/status/statusRule.store.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { findWorkCenters, lockWorkCenters, raiseSetupVersion } from '#server/workCenter/workCenter.store.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { shiftsOfStatus } from './affectedShifts.store.ts'
import { listLossReasons } from './lossReason.store.ts'
import { auditTracking } from './trackingAudit.ts'
import { endTrackingRule, insertTrackingRule, listTrackingRules } from './trackingRule.store.ts'
import type { TrackingRule } from './trackingRule.store.ts'

export type TrackingRuleDeps = {
  readonly database: Database
  readonly now: () => number
  readonly ingest: Pick<IngestPort, 'reload'>
}
type Member = { readonly companyId: CompanyId; readonly userId: UserId }

/** The status of a work center whose stops a rule is for; `statusRuleId` null = stops without one. */
export type TrackedStatus = { readonly workCenterId: WorkCenterId; readonly statusRuleId: StatusRuleId | null }

export type TrackingRuleChange = {
  readonly rows: readonly TrackingRowDraft[]
  /** From when stops take it (ms UTC); null = now. */
  readonly validFrom: number | null
}

/**
 * Returns the new rule of the status. Refuses a status that is unknown at the work center or effective, one that has a rule, and rows that
 * validateTrackingRows refuses or whose reason is hidden, deleted, not linked to the work center or of quality (domain.md S-23a, S-24a).
 */
export async function createTrackingRule(
  deps: TrackingRuleDeps,
  member: Member,
  status: TrackedStatus,
  change: TrackingRuleChange,
): Promise<TrackingRule> {
  return await save(deps, member, status, change, async (tenant) => {
    await requireStatus(tenant, status)
    const [present] = await inForce(tenant, status)
    if (present) throw new Refusal({ code: 'LOSS_TRACKING_RULE_EXISTS', field: 'statusId', params: { id: present.id } })
    return 0
  })
}

/** Returns the rule for stops from `validFrom` on. Refuses bad rows like createTrackingRule, an unknown or replaced rule, and an older version. */
export async function changeTrackingRule(
  deps: TrackingRuleDeps,
  member: Member,
  rule: TrackingRule,
  change: TrackingRuleChange,
  version: number | null,
): Promise<TrackingRule> {
  return await save(deps, member, rule, change, async (tenant) => (await requireInForce(tenant, rule, version)).version)
}

/** Returns the deleted rule: stops from now on are unclassified, those before keep their reasons. Refuses like changeTrackingRule. */
export async function deleteTrackingRule(
  deps: TrackingRuleDeps,
  member: Member,
  rule: TrackingRule,
  version: number | null,
): Promise<TrackingRule> {
  const now = deps.now()
  const deleted = await deps.database.inTenant(member.companyId, async (tenant) => {
    await raiseSetupVersion(tenant, rule.workCenterId)
    await requireActive(tenant, rule.workCenterId)
    const present = await requireInForce(tenant, rule, version)
    await endTrackingRule(tenant, rule, now)
    await mark(tenant, rule, now, now, member.userId)
    await auditTracking(tenant, present, null, { by: member.userId, at: now, validFrom: now })
    return { ...present, validTo: Math.max(now, present.validFrom) }
  })
  await deps.ingest.reload({ companyId: member.companyId, workCenterId: rule.workCenterId }, { wait: true })
  return deleted
}

/** A row for the rules of several statuses, as it is worked out under their locks, and what is answered. */
export type AddedRow<Answer> = {
  readonly answer: Answer
  readonly statuses: readonly TrackedStatus[]
  readonly row: { readonly reasonId: LossReasonId; readonly fromMs: number; readonly toMs: number | null }
}

/** Returns the answer. Its row is added to the rule of each status, or begins one, for stops from now on: to all of them or none. Refuses bad rows like createTrackingRule. */
export async function addTrackingRows<Answer>(
  deps: TrackingRuleDeps,
  member: Member,
  find: (tenant: Tenant) => Promise<AddedRow<Answer>>,
): Promise<Answer> {
  const now = deps.now()
  const { answer, statuses } = await deps.database.inTenant(member.companyId, async (tenant) => {
    const planned = await find(tenant)
    await lockWorkCenters(
      tenant,
      planned.statuses.map((status) => status.workCenterId),
    )
    // Whoever changed one of these rules until now is heard.
    const found = await find(tenant)
    for (const status of found.statuses) {
      await requireActive(tenant, status.workCenterId)
      await requireStatus(tenant, status)
      const [present] = await inForce(tenant, status)
      const drafts = [...(present?.rows ?? []), { ...found.row, fromUnit: 'min', toUnit: 'min' } as const].map(draftOf)
      await write(tenant, status, { drafts, validFrom: now, now, version: present?.version ?? 0, userId: member.userId })
    }
    return found
  })
  const workCenterIds = [...new Set(statuses.map((status) => status.workCenterId))]
  await Promise.all(workCenterIds.map((workCenterId) => deps.ingest.reload({ companyId: member.companyId, workCenterId }, { wait: true })))
  return answer
}

/** Returns the version of a rule of one of the visible work centers; refuses any other. */
export async function findTrackingRule(tenant: Tenant, id: number, visible: readonly WorkCenterId[] | null): Promise<TrackingRule> {
  const [rule] = await listTrackingRules(tenant, { workCenterIds: visible, id, isPastIncluded: true })
  if (rule === undefined) throw new Refusal({ code: 'LOSS_TRACKING_RULE_NOT_FOUND', field: 'id', params: { id } })
  return rule
}

async function save(
  deps: TrackingRuleDeps,
  member: Member,
  status: TrackedStatus,
  change: TrackingRuleChange,
  versionBefore: (tenant: Tenant) => Promise<number>,
): Promise<TrackingRule> {
  const now = deps.now()
  const validFrom = change.validFrom ?? now
  const saved = await deps.database.inTenant(member.companyId, async (tenant) => {
    // Taken first, so that of two people who save at once the second sees the first one's rule.
    await raiseSetupVersion(tenant, status.workCenterId)
    await requireActive(tenant, status.workCenterId)
    const version = await versionBefore(tenant)
    return await write(tenant, status, { drafts: change.rows, validFrom, now, version, userId: member.userId })
  })
  await deps.ingest.reload({ companyId: member.companyId, workCenterId: status.workCenterId }, { wait: true })
  return saved
}

type Written = {
  readonly drafts: readonly TrackingRowDraft[]
  readonly validFrom: number
  readonly now: number
  /** Of the rule before; 0 where there is none. */
  readonly version: number
  readonly userId: UserId
}

async function write(tenant: Tenant, status: TrackedStatus, { drafts, validFrom, now, version, userId }: Written): Promise<TrackingRule> {
  const [before = null] = await inForce(tenant, status)
  const rows = await checkedRows(tenant, status.workCenterId, drafts)
  await endTrackingRule(tenant, status, validFrom)
  const { workCenterId, statusRuleId } = status
  const id = await insertTrackingRule(tenant, { workCenterId, statusRuleId, validFrom, version: version + 1, rows })
  await mark(tenant, status, validFrom, now, userId)
  const made = await findTrackingRule(tenant, id, null)
  await auditTracking(tenant, before, made, { by: userId, at: now, validFrom })
  return made
}

function draftOf({ reasonId, fromMs, toMs, fromUnit, toUnit }: TrackingRowEntry): TrackingRowDraft {
  return { reasonId, from: fromMs / TIME_UNIT_MS[fromUnit], fromUnit, to: toMs === null ? null : toMs / TIME_UNIT_MS[toUnit], toUnit }
}

async function inForce(tenant: Tenant, status: TrackedStatus): Promise<readonly TrackingRule[]> {
  const rules = await listTrackingRules(tenant, { workCenterIds: [status.workCenterId], isPastIncluded: false })
  return rules.filter((rule) => rule.statusRuleId === status.statusRuleId)
}

async function requireInForce(tenant: Tenant, rule: TrackingRule, version: number | null): Promise<TrackingRule> {
  const [present] = await inForce(tenant, rule)
  if (present === undefined) throw new Refusal({ code: 'LOSS_TRACKING_RULE_NOT_FOUND', field: 'id', params: { id: rule.id } })
  const isOlder = version === null ? present.id !== rule.id : present.version !== version
  if (isOlder) throw new Refusal({ code: 'CONFLICT', params: { version: present.version } })
  return present
}

async function requireStatus(tenant: Tenant, { workCenterId, statusRuleId }: TrackedStatus): Promise<void> {
  if (statusRuleId === null) return
  const [rule] = await findStatusRules(tenant, [statusRuleId])
  if (rule === undefined || rule.workCenterId !== workCenterId || rule.archivedOn !== null) {
    throw new Refusal({ code: 'STATUS_RULE_NOT_FOUND', field: 'statusId', params: { id: statusRuleId } })
  }
  if (rule.isEffective) throw new Refusal({ code: 'STATUS_RULE_EFFECTIVE', field: 'statusId', params: { name: rule.name } })
}

async function checkedRows(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  drafts: readonly TrackingRowDraft[],
): Promise<readonly TrackingRowEntry[]> {
  const rows = validateTrackingRows(drafts)
  if ('code' in rows) throw new Refusal(rows)
  const [workCenter] = await findWorkCenters(tenant, [workCenterId])
  if (workCenter === undefined) throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', params: { id: workCenterId } })
  const reasons = new Map(
    (await listLossReasons(tenant, [...new Set(drafts.map((draft) => draft.reasonId))])).map((reason) => [reason.id, reason]),
  )
  for (const [at, { reasonId }] of drafts.entries()) {
    const reason = reasons.get(reasonId)
    const field = `rows.${at}.reasonId`
    if (reason === undefined || !isOfferedAt(reason, workCenter))
      throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field, params: { id: reasonId } })
    if (!isCategoryOfSource('STATUS', reason.category)) {
      throw new Refusal({ code: 'LOSS_REASON_NOT_FOR_SOURCE', field, params: { source: 'STATUS', category: reason.category } })
    }
  }
  return rows
}

async function mark(tenant: Tenant, status: TrackedStatus, validFrom: number, now: number, userId: UserId): Promise<void> {
  const cause = 'LOSS_TRACKING_RULE'
  const affected = validFrom < now ? await shiftsOfStatus(tenant, status, validFrom) : []
  const marks = [...affected.map((shift) => ({ ...shift, cause })), { workCenterId: status.workCenterId, from: now, to: null, cause }]
  await markForRecalculation(tenant, marks, userId)
}
