import type { CompanyId, LossReasonId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { Refusal } from '#server/refusal.ts'
import { shiftsWithScheduledLosses } from './affectedShifts.store.ts'
import type { AffectedShift } from './affectedShifts.store.ts'
import { checkedReason } from './checkLossReason.ts'
import { listLossReasons, lockLossReason } from './lossReason.store.ts'
import type { LossReason, LossReasonValues } from './lossReason.store.ts'
import { clearOtherDefaultPlanned, findUnknownLinks, insertLossReason, isReasonNameTaken } from './lossReasonEdit.store.ts'
import { lockLossReasonGroup } from './lossReasonGroup.store.ts'
import { auditReason } from './reasonAudit.ts'

export type LossReasonDeps = {
  readonly database: Database
  readonly ingest: Pick<IngestPort, 'reload'>
  readonly now: () => number
}

/** Who changes reasons. */
export type ReasonEditor = { readonly companyId: CompanyId; readonly userId: UserId }

/** What a new reason is where nothing else is said. */
export const NEW_REASON: Omit<LossReasonValues, 'name'> = {
  category: 'AVAILABILITY',
  type: 'UNPLANNED',
  color: '#76828F',
  groupId: null,
  activityTypes: [],
  includeInOeeCalculation: true,
  isSmallStop: false,
  isHidden: false,
  deniedForManualEnter: false,
  requireExtraNotes: false,
  hasMaximumAllowedDuration: false,
  maximumAllowedDurationMs: null,
  maximumAllowedDurationUnit: 'min',
  linkType: 'COMPANY',
  identifiers: [],
  isDefaultPlanned: false,
  links: [],
  translations: [],
}

/** Returns the new reason, stored and audited, and the shifts whose figures it changes. Refuses what checkedReasonValues refuses. */
export async function addReason(
  tenant: Tenant,
  draft: LossReasonValues,
  by: { readonly userId: UserId; readonly at: number },
): Promise<{ readonly saved: LossReason; readonly affected: readonly AffectedShift[] }> {
  const values = await checkedReasonValues(tenant, draft, null)
  const id = await insertLossReason(tenant, values)
  const affected = values.isDefaultPlanned ? await takeDefault(tenant, id) : []
  const saved = await findReason(tenant, id)
  await auditReason(tenant, { before: null, after: saved }, by)
  return { saved, affected }
}

/** Returns the values as stored. Refuses what checkedReason refuses, the name of another reason, and a group or link that the company does not have. */
export async function checkedReasonValues(
  tenant: Tenant,
  draft: LossReasonValues,
  exceptId: LossReasonId | null,
): Promise<LossReasonValues> {
  const values = checkedReason(draft)
  if (await isReasonNameTaken(tenant, values.name, exceptId))
    throw new Refusal({ code: 'NOT_UNIQUE', field: 'name', params: { value: values.name } })
  if (values.groupId !== null && (await lockLossReasonGroup(tenant, values.groupId)) === null) {
    throw new Refusal({ code: 'LOSS_REASON_GROUP_NOT_FOUND', field: 'groupId', params: { id: values.groupId } })
  }
  const [unknown] = await findUnknownLinks(tenant, values.links)
  if (unknown?.workCenterId != null)
    throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', field: 'links', params: { id: unknown.workCenterId } })
  if (unknown) throw new Refusal({ code: 'GROUP_NOT_FOUND', field: 'links', params: { id: unknown.workCenterGroupId ?? 0 } })
  return values
}

/** Returns the reason, locked; refuses one that is unknown or deleted, and an older version. */
export async function requireReason(tenant: Tenant, id: LossReasonId, version: number | null, field = 'id'): Promise<LossReason> {
  const reason = await lockLossReason(tenant, id)
  if (reason === null) throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field, params: { id } })
  if (version !== null && version !== reason.version) throw new Refusal({ code: 'CONFLICT', params: { version: reason.version } })
  return reason
}

/** Returns the reason that was just written. */
export async function findReason(tenant: Tenant, id: LossReasonId): Promise<LossReason> {
  const [reason] = await listLossReasons(tenant, [id])
  if (reason === undefined) throw new Error(`the loss reason ${id} vanished while it was saved`)
  return reason
}

/** Marks the shifts for recalculation, each once. */
export async function markShifts(tenant: Tenant, affected: readonly AffectedShift[], userId: UserId): Promise<void> {
  const marks = new Map(affected.map((shift) => [`${shift.workCenterId}@${shift.from}`, { ...shift, cause: 'LOSS_REASON' }]))
  if (marks.size > 0) await markForRecalculation(tenant, [...marks.values()], userId)
}

/** The engine knows reasons by its setup, so every work center reads them again; those with marks are waited for. */
export async function reloadWorkCenters(deps: LossReasonDeps, companyId: CompanyId, workCenterIds: readonly WorkCenterId[]): Promise<void> {
  await Promise.all(workCenterIds.map((id) => deps.ingest.reload({ companyId, workCenterId: id }, { wait: true })))
}

async function takeDefault(tenant: Tenant, id: LossReasonId): Promise<readonly AffectedShift[]> {
  await clearOtherDefaultPlanned(tenant, id)
  return await shiftsWithScheduledLosses(tenant)
}
