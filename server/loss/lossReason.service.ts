import type { LossReasonId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { raiseSetupVersion } from '#server/workCenter/workCenter.store.ts'
import { Refusal } from '#server/refusal.ts'
import { shiftsOfReason, shiftsOfRulesNaming, shiftsWithScheduledLosses } from './affectedShifts.store.ts'
import type { AffectedShift } from './affectedShifts.store.ts'
import type { LossReason, LossReasonValues } from './lossReason.store.ts'
import { clearOtherDefaultPlanned, markReasonDeleted, updateLossReason } from './lossReasonEdit.store.ts'
import { auditReason } from './reasonAudit.ts'
import { addReason, checkedReasonValues, findReason, markShifts, NEW_REASON, reloadWorkCenters, requireReason } from './reasonChange.ts'
import type { LossReasonDeps, ReasonEditor } from './reasonChange.ts'
import { findUsedReasons } from './reasonUsage.store.ts'

/** undefined leaves a field; in a new reason it takes the default. */
export type LossReasonChange = { readonly name: string } & { readonly [Key in keyof LossReasonValues]?: LossReasonValues[Key] | undefined }

/** Returns the new reason; refuses what checkedReason refuses, the name of another reason, and a group or link that the company does not have. */
export async function createLossReason(deps: LossReasonDeps, member: ReasonEditor, change: LossReasonChange): Promise<LossReason> {
  const { saved, workCenterIds } = await deps.database.inTenant(member.companyId, async (tenant) => {
    const { saved: made, affected } = await addReason(
      tenant,
      { ...NEW_REASON, ...given(change) },
      { userId: member.userId, at: deps.now() },
    )
    const raised = await raiseSetupVersion(tenant, null)
    await markShifts(tenant, affected, member.userId)
    return { saved: made, workCenterIds: raised }
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
  member: ReasonEditor,
  id: LossReasonId,
  change: LossReasonChange,
  version: number | null,
): Promise<LossReason> {
  const { saved, workCenterIds } = await deps.database.inTenant(member.companyId, async (tenant) => {
    const present = await requireReason(tenant, id, version)
    const values = await checkedReasonValues(tenant, { ...present, ...given(change) }, id)
    // All work centers first and in order: those of the marks alone would be locked out of it, and what is said meanwhile is affected, too.
    const isSetupChanged = decidesFigures(present, values) || isNamedAnew(present, values)
    const workCenterIds = isSetupChanged ? await raiseSetupVersion(tenant, null) : []
    const affected = await affectedBy(tenant, present, values)
    await updateLossReason(tenant, id, values)
    if (values.isDefaultPlanned && !present.isDefaultPlanned) await clearOtherDefaultPlanned(tenant, id)
    await markShifts(tenant, affected, member.userId)
    const saved = await findReason(tenant, id)
    await auditReason(tenant, { before: present, after: saved }, { userId: member.userId, at: deps.now() })
    return { saved, workCenterIds }
  })
  await reloadWorkCenters(deps, member.companyId, workCenterIds)
  return saved
}

/** Returns the deleted reason, which was never used. Refuses one that was: it is hidden, so that history keeps its name (domain.md E-43). */
export async function deleteLossReason(
  deps: LossReasonDeps,
  member: ReasonEditor,
  id: LossReasonId,
  version: number | null,
): Promise<LossReason> {
  const { saved, workCenterIds } = await deps.database.inTenant(member.companyId, async (tenant) => {
    const present = await requireReason(tenant, id, version)
    // Whoever gives it now has given it by then, or reads that it is deleted.
    const workCenterIds = await raiseSetupVersion(tenant, null)
    if ((await findUsedReasons(tenant, [id])).has(id))
      throw new Refusal({ code: 'LOSS_REASON_USED', field: 'id', params: { name: present.name } })
    const affected = present.isDefaultPlanned ? await shiftsWithScheduledLosses(tenant) : []
    await markReasonDeleted(tenant, id)
    await markShifts(tenant, affected, member.userId)
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

function given(change: LossReasonChange): Partial<LossReasonValues> & Pick<LossReasonValues, 'name'> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries are those of the change, less the undefined ones
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<LossReasonValues> &
    Pick<LossReasonValues, 'name'>
}
