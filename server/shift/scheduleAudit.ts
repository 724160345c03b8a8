import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { ShiftDefinition } from '#engine/shift/shiftSchedule.ts'
import type { AuditAction } from '#engine/access/auditActions.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { AuditValue } from '#server/company/audit.store.ts'
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
  await writeDiff(
    tenant,
    owner,
    'UPDATE_SHIFT_SCHEDULE',
    { by, at },
    {
      before: { shifts: shiftTexts(before) },
      after: { shifts: shiftTexts(after) },
      validFrom: new Date(validFrom).toISOString(),
    },
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
  await writeDiff(tenant, owner, 'UPDATE_WORKING_DAYS', origin, { holidays: of(false), workingDays: of(true), usualDays: of(null) })
}

async function writeDiff(
  tenant: Tenant,
  owner: number,
  action: AuditAction,
  { by, at }: AuditOrigin,
  details: Readonly<Record<string, AuditValue>>,
): Promise<void> {
  const [workCenter] = owner === 0 ? [] : await findWorkCenters(tenant, [asId<WorkCenterId>(owner)])
  await writeAudit(tenant, {
    userId: by,
    at: new Date(at),
    action,
    subject: workCenter === undefined ? `company ${tenant.companyId}` : `work center ${workCenter.name}`,
    details: owner === 0 ? details : { workCenterId: owner, ...details },
  })
}
