import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { ShiftDefinition } from '#engine/shift/shiftSchedule.ts'
import { audited, writeAudit } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'

type AuditOrigin = { readonly by: UserId; readonly at: number }

/** Returns each shift in words: code, times and name. */
export function shiftTexts(shifts: readonly ShiftDefinition[]): readonly string[] {
  return shifts.map((shift) => `${shift.code} ${shift.timeStart}–${shift.timeEnd} ${shift.name}`)
}

/** Writes the shifts of the company (0) or the work center before and after a change into the audit log; none after = the company's hold. */
export async function auditSchedule(
  tenant: Tenant,
  owner: number,
  { before, after }: { readonly before: readonly ShiftDefinition[]; readonly after: readonly ShiftDefinition[] },
  { by, at, validFrom }: AuditOrigin & { readonly validFrom: number },
): Promise<void> {
  await audited(
    tenant,
    {
      ...(await entryOf(tenant, owner, { by, at })),
      action: 'UPDATE_SHIFT_SCHEDULE',
      about: { ...aboutOf(owner), validFrom: new Date(validFrom).toISOString() },
      isAlways: true,
    },
    { shifts: shiftTexts(before) },
    { shifts: shiftTexts(after) },
  )
}

/** Writes which dates of the company (0) or the work center became holidays, working days or days like any other into the audit log; nothing without dates. */
export async function auditDates(
  tenant: Tenant,
  owner: number,
  dates: readonly { readonly date: string; readonly isWorking: boolean | null }[],
  origin: AuditOrigin,
): Promise<void> {
  if (dates.length === 0) return
  const of = (isWorking: boolean | null) => dates.filter((one) => one.isWorking === isWorking).map((one) => one.date)
  await writeAudit(tenant, {
    ...(await entryOf(tenant, owner, origin)),
    action: 'UPDATE_WORKING_DAYS',
    details: { ...aboutOf(owner), holidays: of(false), workingDays: of(true), usualDays: of(null) },
  })
}

function aboutOf(owner: number) {
  return owner === 0 ? {} : { workCenterId: owner }
}

async function entryOf(tenant: Tenant, owner: number, { by, at }: AuditOrigin) {
  const [workCenter] = owner === 0 ? [] : await findWorkCenters(tenant, [asId<WorkCenterId>(owner)])
  const subject = workCenter === undefined ? `company ${tenant.companyId}` : `work center ${workCenter.name}`
  return { userId: by, at: new Date(at), subject }
}
