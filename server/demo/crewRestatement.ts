import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import type { CompanyId, LossReasonId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { classifyLosses } from '#server/loss/loss.service.ts'
import { Refusal } from '#server/refusal.ts'
import { reopenShift } from '#server/shift/shiftReopening.service.ts'
import type { ShiftDeps } from '#server/shift/shiftConfirmation.service.ts'
import { confirmShifts } from '#server/shift/shiftConfirmation.service.ts'
import { findToRestate, listReopenedBy } from './crewRestatement.store.ts'

/** A shift is restated when a day has passed since its end, one at a time. */
const AFTER_MS = 20 * HOUR_MS
const LOOKS_BACK_MS = 7 * DAY_MS
const WHY = 'The long stop was the break: the operator said so the day after'
const AGAIN = 'Corrected with the shift'
const RIGHT_REASON = 'Lunch or break'

/**
 * Has the manager of the demo plant find a mistake in a confirmed shift, once a week: the manager opens it again with the reason, the lead corrects the stop
 * and confirms it again. What was left open by a restart is confirmed first.
 */
export async function restateOne(
  deps: ShiftDeps,
  companyId: CompanyId,
  people: { readonly manager: Membership | undefined; readonly lead: Membership | undefined },
  reasons: ReadonlyMap<string, LossReasonId>,
): Promise<number> {
  const { manager, lead } = people
  const reasonId = reasons.get(RIGHT_REASON)
  if (manager === undefined || lead === undefined || reasonId === undefined) return 0
  const now = deps.now()
  const found = await deps.database.inTenant(companyId, async (tenant) => ({
    open: await listReopenedBy(tenant, manager.userId),
    next: await findToRestate(tenant, { from: now - LOOKS_BACK_MS, to: now - AFTER_MS, reasonId, manager: manager.userId }),
  }))
  const { next } = found
  if (found.open.length > 0) return await confirmAgain(deps, lead, found.open)
  if (next === null) return 0
  // What visitors may change in the demo is no limit of those who work there.
  const member = { ...manager, grants: grantsOf(abilitiesOf(manager.role, 'crew')) }
  try {
    await reopenShift(deps, member, null, { id: next.shiftId, reason: WHY })
  } catch (error) {
    // Somebody was quicker: the next round finds another one.
    if (error instanceof Refusal) return 0
    throw error
  }
  const correction = { id: next.lossId, reasonId, comment: null, scope: 'LOSS', isCopiedOnward: false } as const
  await classifyLosses(deps, { member: lead, visible: null }, [correction]).catch((error: unknown) => {
    // The loss may have changed since; the shift is confirmed again as it is.
    if (!(error instanceof Refusal)) throw error
  })
  return await confirmAgain(deps, lead, [next.shiftId])
}

async function confirmAgain(deps: ShiftDeps, lead: Membership, ids: readonly number[]): Promise<number> {
  const outcomes = await confirmShifts(deps, lead, null, { ids, workCenterIds: null, comment: AGAIN })
  return outcomes.filter(({ refusal }) => refusal === null).length
}
