import type { LossReasonId } from '#engine/ids.ts'
import { confirmedPieces } from '#engine/loss/confirmedPieces.ts'
import { isCategoryOfSource } from '#engine/loss/lossKind.ts'
import { isOfferedAt, isOfferedToPeople } from '#engine/loss/reasonOffer.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { findWorkCenters, raiseSetupVersion } from '#server/workCenter/workCenter.store.ts'
import { shiftsOfReason, shiftsWithScheduledLosses } from './affectedShifts.store.ts'
import { endFinished, insertAnnotations, updateAnnotations } from './annotation.store.ts'
import type { LossReason } from './lossReason.store.ts'
import { auditReplacement } from './reasonAudit.ts'
import { findReason, markShifts, reloadWorkCenters, requireReason } from './reasonChange.ts'
import type { LossReasonDeps, ReasonEditor } from './reasonChange.ts'
import { insertHistory } from './lossHistory.store.ts'
import { replaceInRules } from './replaceInRules.ts'
import { hideReplaced, listOverBorder, listReasonPlaces, moveAnnotations } from './replaceReason.store.ts'
import type { ReplacedBy } from './replaceReason.store.ts'
import { HOW_UNKNOWN } from './saidBy.ts'

/**
 * Returns the replaced reason, which is hidden now: what people said with it outside confirmed shifts, and the rules that name it, have the other one
 * from now on. Done again it changes nothing. Refuses an unknown reason, an older version, and a reason that cannot take its place there.
 */
export async function replaceLossReason(
  deps: LossReasonDeps,
  member: ReasonEditor,
  id: LossReasonId,
  byId: LossReasonId,
  version: number | null,
): Promise<LossReason> {
  const { saved, workCenterIds } = await deps.database.inTenant(member.companyId, async (tenant) => {
    const { present, by } = await requireBoth(tenant, id, byId, version)
    // The work centers come before their shifts, as in every change of figures: no shift is confirmed meanwhile.
    const raised = await raiseSetupVersion(tenant, null)
    await endFinished(tenant, raised)
    await requireFitting(tenant, present, by)
    const affected = [...(await shiftsOfReason(tenant, id)), ...(present.isDefaultPlanned ? await shiftsWithScheduledLosses(tenant) : [])]
    const moved = { from: id, to: byId }
    const who = { userId: member.userId, at: deps.now() }
    const said = (await moveOverBorder(tenant, id, byId, who)) + (await moveAnnotations(tenant, moved, who))
    const rules = await replaceInRules(tenant, moved, who)
    if (said + rules > 0 || !present.isHidden) {
      await hideReplaced(tenant, moved)
      await auditReplacement(tenant, present, by, { said, rules }, who)
    }
    await markShifts(tenant, affected, member.userId)
    return { saved: await findReason(tenant, id), workCenterIds: raised }
  })
  await reloadWorkCenters(deps, member.companyId, workCenterIds)
  return saved
}

/** Locked in the order of their ids, so that two people who exchange reasons do not wait for each other. */
async function requireBoth(
  tenant: Tenant,
  id: LossReasonId,
  byId: LossReasonId,
  version: number | null,
): Promise<{ readonly present: LossReason; readonly by: LossReason }> {
  const takeFirst = () => requireReason(tenant, id, version)
  const takeSecond = () => requireReason(tenant, byId, null, 'byId')
  const first = id <= byId ? await takeFirst() : null
  const by = await takeSecond()
  if (by.isHidden || id === byId) throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field: 'byId', params: { id: byId } })
  return { present: first ?? (await takeFirst()), by }
}

/** Refuses a reason that does not fit what it is to say: its category, where it is offered, and what scheduled losses need (domain.md S-24a). */
async function requireFitting(tenant: Tenant, present: LossReason, by: LossReason): Promise<void> {
  if (present.isDefaultPlanned && (by.type !== 'PLANNED' || by.category === 'QUALITY')) {
    throw new Refusal({ code: 'LOSS_REASON_NOT_PLANNED', field: 'byId' })
  }
  const places = await listReasonPlaces(tenant, present.id)
  if (places.length === 0) return
  const workCenters = new Map(
    (await findWorkCenters(tenant, [...new Set(places.map((place) => place.workCenterId))])).map((one) => [one.id, one]),
  )
  for (const { workCenterId, source, isOfRule } of places) {
    if (!isCategoryOfSource(source, by.category)) {
      throw new Refusal({ code: 'LOSS_REASON_NOT_FOR_SOURCE', field: 'byId', params: { source, category: by.category } })
    }
    const workCenter = workCenters.get(workCenterId)
    if (workCenter === undefined || (isOfRule ? isOfferedAt(by, workCenter) : isOfferedToPeople(by, workCenter, source))) continue
    throw new Refusal({ code: 'LOSS_REASON_NOT_OFFERED', field: 'byId', params: { workCenter: workCenter.name } })
  }
}

/** Cuts what is said of stops at the borders of confirmed shifts: within them it stays. Returns how many pieces got the other reason; the history tells it. */
async function moveOverBorder(tenant: Tenant, id: LossReasonId, byId: LossReasonId, who: ReplacedBy): Promise<number> {
  const cut = (await listOverBorder(tenant, id)).map(({ annotation, confirmed }) =>
    confirmedPieces(annotation, confirmed).map(({ isConfirmed, ...edges }) => ({
      ...annotation,
      ...edges,
      reasonId: isConfirmed ? id : byId,
      isApproved: isConfirmed && annotation.isApproved,
      version: annotation.version + 1,
      updatedBy: isConfirmed ? annotation.updatedBy : who.userId,
      past: annotation,
    })),
  )
  const changed = cut.filter((pieces) => pieces.some((piece) => piece.reasonId === byId))
  await updateAnnotations(
    tenant,
    changed.flatMap((pieces) => pieces.slice(0, 1)),
  )
  const added = changed.flatMap((pieces) => pieces.slice(1))
  const ids = await insertAnnotations(tenant, added)
  const replaced = [
    ...changed.flatMap((pieces) => pieces.slice(0, 1)),
    ...added.map((piece, at) => ({ ...piece, id: ids[at] ?? piece.id })),
  ].filter((piece) => piece.reasonId === byId)
  const by = { ...HOW_UNKNOWN, via: 'BULK', userId: who.userId, viaStation: null, saidAt: who.at } as const
  await insertHistory(
    tenant,
    replaced.map(({ past, ...annotation }) => ({ annotation, before: past, by, isRemoved: false })),
    null,
  )
  return replaced.length
}
