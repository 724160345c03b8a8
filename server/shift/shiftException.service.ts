import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { findCompany } from '#server/company/company.store.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { checkText } from '#server/workCenter/checkField.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { auditDates } from './scheduleAudit.ts'
import { deleteExceptions, listExceptions, upsertExceptions } from './shiftException.store.ts'
import type { StoredException } from './shiftException.store.ts'
import { listScheduled, listZones, lockSchedules } from './shiftSchedule.store.ts'
import type { ScheduleDeps } from './shiftSchedule.service.ts'
import type { ShiftMember } from './shiftConfirmation.service.ts'

/** A change of a date; null = an ordinary day again. */
export type ExceptionDraft = { readonly date: string; readonly isWorking: boolean | null; readonly name: string }

const NAME_LENGTH = { min: 0, max: 100 }
const MAX_DATES = 400

/**
 * Returns all holidays and extra working days of the company (0) or work center after the change (domain.md S-48). Only future days change, so no
 * started instance does: today (in the latest zone) and earlier are refused with SHIFT_EXCEPTION_PAST, a repeated date with NOT_UNIQUE.
 */
export async function saveExceptions(
  deps: ScheduleDeps,
  member: ShiftMember,
  owner: number,
  drafts: readonly ExceptionDraft[],
): Promise<readonly StoredException[]> {
  if (drafts.length > MAX_DATES)
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'input', params: { value: drafts.length, max: MAX_DATES } })
  const twin = drafts.find((draft, index) => drafts.findIndex((other) => other.date === draft.date) < index)
  if (twin) throw new Refusal({ code: 'NOT_UNIQUE', field: 'input', params: { value: twin.date } })
  const now = deps.now()
  const { exceptions, affected } = await deps.database.inTenant(member.companyId, async (tenant) => {
    await lockSchedules(tenant)
    if (owner !== 0) await requireActive(tenant, asId<WorkCenterId>(owner))
    const zones = [(await findCompany(tenant))?.timeZone ?? 'UTC', ...(await listZones(tenant, owner))]
    const today = zones.map((zone) => todayIn(zone, now)).reduce((last, date) => (date > last ? date : last))
    const past = drafts.find((draft) => draft.date <= today)
    if (past) throw new Refusal({ code: 'SHIFT_EXCEPTION_PAST', field: 'input', params: { date: past.date } })
    const kept = drafts.flatMap(({ date, isWorking, name }) =>
      isWorking === null ? [] : [{ date, isWorking, name: checkText('input', name, NAME_LENGTH) }],
    )
    await upsertExceptions(tenant, owner, kept)
    await deleteExceptions(
      tenant,
      owner,
      drafts.filter((draft) => draft.isWorking === null).map((draft) => draft.date),
    )
    const workCenterIds = drafts.length === 0 ? [] : await listScheduled(tenant, owner)
    const marks = workCenterIds.map((workCenterId) => ({ workCenterId, from: now, to: null, cause: 'SCHEDULE' }))
    await markForRecalculation(tenant, marks, member.userId)
    await auditDates(tenant, owner, drafts, { by: member.userId, at: now })
    return { exceptions: await listExceptions(tenant, owner), affected: workCenterIds }
  })
  await Promise.all(affected.map((workCenterId) => deps.ingest.reload({ companyId: member.companyId, workCenterId }, { wait: true })))
  return exceptions
}

function todayIn(zone: string, now: number): string {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().toString()
}
