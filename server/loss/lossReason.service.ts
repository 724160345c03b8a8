import type { CompanyId, LossReasonId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { raiseSetupVersion } from '#server/workCenter/workCenter.store.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { shiftsOfReason, shiftsOfRulesNaming, shiftsWithScheduledLosses } from './affectedShifts.store.ts'
import type { AffectedShift } from './affectedShifts.store.ts'
import { checkedReason } from './checkLossReason.ts'
import { listLossReasons, lockLossReason } from './lossReason.store.ts'
import type { LossReason, LossReasonValues } from './lossReason.store.ts'
import {
  clearOtherDefaultPlanned,
  findUnknownLinks,
  insertLossReason,
  isReasonNameTaken,
  markReasonDeleted,
  updateLossReason,
} from './lossReasonEdit.store.ts'
import { lockLossReasonGroup } from './lossReasonGroup.store.ts'
import { auditReason } from './reasonAudit.ts'

export type LossReasonDeps = {
  readonly database: Database
  readonly ingest: Pick<IngestPort, 'reload'>
  readonly now: () => number
}
type Member = { readonly companyId: CompanyId; readonly userId: UserId }

/** undefined leaves a field; in a new reason it takes the default. */
export type LossReasonChange = { readonly name: string } & { readonly [Key in keyof LossReasonValues]?: LossReasonValues[Key] | undefined }

const NEW_REASON: Omit<LossReasonValues, 'name'> = {
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

/** Returns the new reason; refuses what checkedReason refuses, the name of another reason, and a group or link that the company does not have. */
export async function createLossReason(deps: LossReasonDeps, member: Member, change: LossReasonChange): Promise<LossReason> {
  const { saved, workCenterIds } = await deps.database.inTenant(member.companyId, async (tenant) => {
    const values = await checkedValues(tenant, { ...NEW_REASON, ...given(change) }, null)
    const id = await insertLossReason(tenant, values)
    const affected = values.isDefaultPlanned ? await takeDefault(tenant, id) : []
    const workCenterIds = await raiseSetupVersion(tenant, null)
    await mark(tenant, affected, member.userId)
    const saved = await findReason(tenant, id)
    await auditReason(tenant, { before: null, after: saved }, { userId: member.userId, at: deps.now() })
    return { saved, workCenterIds }
  })
  await reloadWorkCenters(deps, member.companyId, workCenterIds)
  return saved
}

/**
 * Returns the changed reason. A change that affects figures recalculates the unconfirmed shifts with losses of it (domain.md E-42). Refuses what
 * createLossReason refuses, an unknown or deleted reason, and an older version.
 */
export async function changeLossReason(
  deps: LossReasonDeps,
  member: Member,
  id: LossReasonId,
  change: LossReasonChange,
  version: number | null,
): Promise<LossReason> {
  const { saved, workCenterIds } = await deps.database.inTenant(member.companyId, async (tenant) => {
    const present = await requireReason(tenant, id, version)
    const values = await checkedValues(tenant, { ...present, ...given(change) }, id)
    const affected = await affectedBy(tenant, present, values)
    await updateLossReason(tenant, id, values)
    if (values.isDefaultPlanned && !present.isDefaultPlanned) await clearOtherDefaultPlanned(tenant, id)
    // All work centers first and in order: those of the marks alone would be locked out of it.
    const isSetupChanged = decidesFigures(present, values) || isNamedAnew(present, values)
    const workCenterIds = isSetupChanged ? await raiseSetupVersion(tenant, null) : []
    await mark(tenant, affected, member.userId)
    const saved = await findReason(tenant, id)
    await auditReason(tenant, { before: present, after: saved }, { userId: member.userId, at: deps.now() })
    return { saved, workCenterIds }
  })
  await reloadWorkCenters(deps, member.companyId, workCenterIds)
  return saved
}

/** Returns the deleted reason. It is no longer offered; losses with it by rule become unclassified, manual ones keep its name (domain.md E-43). */
export async function deleteLossReason(
  deps: LossReasonDeps,
  member: Member,
  id: LossReasonId,
  version: number | null,
): Promise<LossReason> {
  const { saved, workCenterIds } = await deps.database.inTenant(member.companyId, async (tenant) => {
    const present = await requireReason(tenant, id, version)
    const affected = [
      ...(await shiftsOfRulesNaming(tenant, id)),
      ...(present.isDefaultPlanned ? await shiftsWithScheduledLosses(tenant) : []),
    ]
    await markReasonDeleted(tenant, id)
    const workCenterIds = await raiseSetupVersion(tenant, null)
    await mark(tenant, affected, member.userId)
    await auditReason(tenant, { before: present, after: null }, { userId: member.userId, at: deps.now() })
    return { saved: await findReason(tenant, id), workCenterIds }
  })
  await reloadWorkCenters(deps, member.companyId, workCenterIds)
  return saved
}

const KEYS_OF_FIGURES = [
  'category',
  'type',
  'includeInOeeCalculation',
  'isSmallStop',
  'hasMaximumAllowedDuration',
  'maximumAllowedDurationMs',
] as const

function decidesFigures(present: LossReasonValues, next: LossReasonValues): boolean {
  return hasChangedFigures(present, next) || present.isHidden !== next.isHidden || present.isDefaultPlanned !== next.isDefaultPlanned
}

/** The live view says the name of a running stop's reason. */
function isNamedAnew(present: LossReasonValues, next: LossReasonValues): boolean {
  const wordsOf = ({ name, translations }: LossReasonValues) => [
    name,
    ...translations.map((one) => `${one.language} ${one.name}`).toSorted(),
  ]
  return wordsOf(present).join('\n') !== wordsOf(next).join('\n')
}

function hasChangedFigures(present: LossReasonValues, next: LossReasonValues): boolean {
  return KEYS_OF_FIGURES.some((key) => present[key] !== next[key]) || present.activityTypes.join() !== next.activityTypes.join()
}

async function affectedBy(tenant: Tenant, present: LossReason, next: LossReasonValues): Promise<readonly AffectedShift[]> {
  const isDefaultTouched = present.isDefaultPlanned || next.isDefaultPlanned
  return [
    ...(hasChangedFigures(present, next) ? await shiftsOfReason(tenant, present.id) : []),
    ...(present.isHidden === next.isHidden ? [] : await shiftsOfRulesNaming(tenant, present.id)),
    ...(isDefaultTouched && decidesFigures(present, next) ? await shiftsWithScheduledLosses(tenant) : []),
  ]
}

async function takeDefault(tenant: Tenant, id: LossReasonId): Promise<readonly AffectedShift[]> {
  await clearOtherDefaultPlanned(tenant, id)
  return await shiftsWithScheduledLosses(tenant)
}

async function mark(tenant: Tenant, affected: readonly AffectedShift[], userId: UserId): Promise<void> {
  const marks = new Map(affected.map((shift) => [`${shift.workCenterId}@${shift.from}`, { ...shift, cause: 'LOSS_REASON' }]))
  if (marks.size > 0) await markForRecalculation(tenant, [...marks.values()], userId)
}

async function checkedValues(tenant: Tenant, draft: LossReasonValues, exceptId: LossReasonId | null): Promise<LossReasonValues> {
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

async function requireReason(tenant: Tenant, id: LossReasonId, version: number | null): Promise<LossReason> {
  const reason = await lockLossReason(tenant, id)
  if (reason === null) throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field: 'id', params: { id } })
  if (version !== null && version !== reason.version) throw new Refusal({ code: 'CONFLICT', params: { version: reason.version } })
  return reason
}

async function findReason(tenant: Tenant, id: LossReasonId): Promise<LossReason> {
  const [reason] = await listLossReasons(tenant, [id])
  if (reason === undefined) throw new Error(`the loss reason ${id} vanished while it was saved`)
  return reason
}

/** The engine knows reasons by its setup, so every work center reads them again; those with marks are waited for. */
async function reloadWorkCenters(deps: LossReasonDeps, companyId: CompanyId, workCenterIds: readonly WorkCenterId[]): Promise<void> {
  await Promise.all(workCenterIds.map((id) => deps.ingest.reload({ companyId, workCenterId: id }, { wait: true })))
}

function given(change: LossReasonChange): Partial<LossReasonValues> & Pick<LossReasonValues, 'name'> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries are those of the change, less the undefined ones
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<LossReasonValues> &
    Pick<LossReasonValues, 'name'>
}
