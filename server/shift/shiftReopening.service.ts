import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import { MIN_COMMENT_LENGTH, saysEnough } from '#engine/shift/confirmation.ts'
import { problemOfReopening } from '#engine/shift/mayEditShift.ts'
import { isArchived } from '#engine/workCenter/mayEditWorkCenter.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { findShift } from './shift.store.ts'
import type { StoredShift } from './shift.store.ts'
import { checkedComment } from './shiftComment.service.ts'
import { noteShifts } from './shiftEvent.ts'
import { lockShifts, reopenRow } from './shiftConfirmation.store.ts'
import { shiftNotFound } from './shiftConfirmation.service.ts'
import type { ShiftDeps, ShiftMember, Visible } from './shiftConfirmation.service.ts'
import { noteReopening } from './shiftRevision.store.ts'

/**
 * Returns the reopened shift, recalculated with its late samples. Its confirmed values are kept, with who reopened it, when and why (domain.md
 * S-46). Refuses a hidden or unconfirmed shift, a reason under three characters, an older version, and an archived work center, which is not
 * recalculated.
 */
export async function reopenShift(
  deps: ShiftDeps,
  member: ShiftMember,
  visible: Visible,
  change: { readonly id: number; readonly reason: string; readonly version?: number | null | undefined },
): Promise<StoredShift> {
  const reason = checkedComment(change.reason)
  if (reason === null) throw new Refusal({ code: 'REQUIRED', field: 'reason' })
  if (!saysEnough(reason)) {
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'reason', params: { min: MIN_COMMENT_LENGTH, max: 2000 } })
  }
  const reopened = await deps.database.inTenant(member.companyId, async (tenant) => {
    const [shift] = await lockShifts(tenant, [change.id])
    if (shift === undefined || (visible !== null && !visible.has(shift.workCenterId))) throw shiftNotFound(change.id)
    const isWorkCenterArchived = (await findWorkCenters(tenant, [shift.workCenterId])).some(isArchived)
    const grants = member.grants ?? grantsOf(abilitiesOf(member.role, member.companyId))
    const problem = problemOfReopening(grants, { ...shift, isWorkCenterArchived }, change.version ?? null)
    if (problem !== null) throw new Refusal(problem)
    const { workCenterId, revision, lateSamples } = shift
    const { start, end } = shift.shift
    const said = { userId: member.userId, at: new Date(deps.now()) }
    await noteReopening(tenant, { workCenterId, start, revision }, { ...said, reason, lateSamples })
    await writeAudit(tenant, {
      ...said,
      action: 'REOPEN_SHIFT',
      subject: `shift ${shift.id}`,
      details: { workCenterId, shiftDate: shift.shift.shiftDate, shiftId: shift.shift.shiftId, revision, lateSamples, reason },
    })
    const row = await reopenRow(tenant, shift.id)
    await noteShifts(tenant, 'SHIFT_REOPENED', [shift], said)
    await markForRecalculation(tenant, [{ workCenterId, from: start, to: end, cause: 'SHIFT_REOPENED' }], member.userId)
    return row
  })
  await deps.ingest.reload({ companyId: member.companyId, workCenterId: reopened.workCenterId }, { wait: true })
  const now = await deps.database.inTenant(member.companyId, (tenant) => findShift(tenant, reopened.workCenterId, reopened.shift.start))
  return now ?? reopened
}
