import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { ShiftDefinition } from '#engine/shift/shiftSchedule.ts'
import { validateSchedule } from '#engine/shift/validateSchedule.ts'
import { isZone } from '#engine/time/zone.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { checkNumber, checkText } from '#server/workCenter/checkField.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { scheduleInForce } from './scheduleInForce.service.ts'
import { auditSchedule, shiftTexts } from './scheduleAudit.ts'
import { newestSchedule } from './shift.service.ts'
import type { ScheduledShift } from './shift.service.ts'
import { lastConfirmedEnd, listScheduled, lockSchedules, replaceScheduleFrom } from './shiftSchedule.store.ts'

/** A shift as a person enters it; without an id it gets the next free one. */
export type ShiftDraft = Omit<ShiftDefinition, 'shiftId'> & { readonly shiftId: number | null }

export type ScheduleChange = {
  readonly shifts: readonly ShiftDraft[]
  /** IANA name; null = the company's. */
  readonly zone: string | null
  /** From when the schedule holds (ms UTC); null = now. An import of recorded data dates it back. */
  readonly validFrom: number | null
  /** When the newest version that the person saw came into force; null = whichever it is. */
  readonly seen: number | null
}

const MAX_SHIFTS = 24
const NAME_LENGTH = { min: 0, max: 100 }

export type ScheduleDeps = {
  readonly database: Database
  readonly now: () => number
  /** Awaited after the commit: resolves when the work center's records show the change. */
  readonly ingest: Pick<IngestPort, 'reload'>
}

type Member = { readonly companyId: CompanyId; readonly userId: UserId }

/**
 * Returns the shifts of the company (0) or work center from the start on; earlier ones stay (domain.md S-43). Refuses what validateSchedule refuses,
 * no shift or more than 24, a taken id, an unknown zone, an archived work center, a start before a confirmed shift ends (SHIFT_CONFIRMED), and a
 * schedule changed by somebody else (CONFLICT).
 */
export async function saveSchedule(
  deps: ScheduleDeps,
  member: Member,
  owner: number,
  change: ScheduleChange,
): Promise<readonly ScheduledShift[]> {
  const shifts = checkedShifts(change.shifts)
  if (change.zone !== null && !isZone(change.zone)) {
    throw new Refusal({ code: 'INVALID_FORMAT', field: 'timeZone', params: { example: 'Europe/Kyiv' } })
  }
  return await changeSchedule(deps, member, owner, { ...change, shifts })
}

/**
 * Returns the shifts of the owner after its own schedule ended: the company's for a work center, none for the company (0). The running instance
 * continues to its end, past ones stay (domain.md E-34, E-36). Refuses what saveSchedule refuses of owner and version.
 */
export async function endSchedule(
  deps: ScheduleDeps,
  member: Member,
  owner: number,
  seen: number | null,
): Promise<readonly ScheduledShift[]> {
  return await changeSchedule(deps, member, owner, { shifts: [], zone: null, validFrom: null, seen })
}

async function changeSchedule(
  deps: ScheduleDeps,
  member: Member,
  owner: number,
  change: Omit<ScheduleChange, 'shifts'> & { readonly shifts: readonly ShiftDefinition[] },
): Promise<readonly ScheduledShift[]> {
  const now = deps.now()
  const affected = await deps.database.inTenant(member.companyId, async (tenant) => {
    await lockSchedules(tenant)
    if (owner !== 0) await requireActive(tenant, asId<WorkCenterId>(owner))
    const company = await findCompany(tenant)
    const before = await scheduleInForce(tenant, owner)
    const newest = before.own.at(-1)?.validFrom ?? 0
    if (change.seen !== null && change.seen !== newest) throw conflict(newest, before.own.at(-1)?.shifts ?? [])
    // Of two versions of one instant the second would not be told from the first.
    const validFrom = change.validFrom ?? (newest === now ? now + 1 : now)
    const workCenterIds = await listScheduled(tenant, owner)
    await refuseConfirmed(tenant, workCenterIds, validFrom)
    await replaceScheduleFrom(tenant, owner, {
      validFrom,
      zone: change.zone ?? company?.timeZone ?? 'UTC',
      shiftDateRule: company?.shiftDateRule ?? 'START',
      shifts: change.shifts,
    })
    // The zone of the first schedule ever is that of all hours before it too.
    const from = before.versions.length === 0 ? 0 : Math.min(validFrom, now)
    await markForRecalculation(
      tenant,
      workCenterIds.map((workCenterId) => ({ workCenterId, from, to: null, cause: 'SCHEDULE' })),
      member.userId,
    )
    await auditSchedule(
      tenant,
      owner,
      { before: before.own.at(-1)?.shifts ?? [], after: change.shifts },
      { by: member.userId, at: now, validFrom },
    )
    return workCenterIds
  })
  await Promise.all(affected.map((workCenterId) => deps.ingest.reload({ companyId: member.companyId, workCenterId }, { wait: true })))
  return await deps.database.inTenant(member.companyId, (tenant) => newestSchedule(tenant, owner, now))
}

async function refuseConfirmed(tenant: Tenant, workCenterIds: readonly WorkCenterId[], validFrom: number): Promise<void> {
  const end = await lastConfirmedEnd(tenant, workCenterIds)
  if (end !== null && end > validFrom) throw new Refusal({ code: 'SHIFT_CONFIRMED', field: 'validFrom', params: { until: isoOf(end) } })
}

/** Holds the current shifts, so that the second of two editors can compare. */
function conflict(newest: number, shifts: readonly ShiftDefinition[]): Refusal {
  const current = shiftTexts(shifts).join(', ')
  return new Refusal({ code: 'CONFLICT', params: { version: isoOf(newest), shifts: current } })
}

function isoOf(at: number): string {
  return new Date(at).toISOString()
}

function checkedShifts(drafts: readonly ShiftDraft[]): readonly ShiftDefinition[] {
  if (drafts.length === 0) throw new Refusal({ code: 'REQUIRED', field: 'input' })
  checkNumber('input', drafts.length, { max: MAX_SHIFTS })
  drafts.forEach((draft, index) => checkNumber(`input.${index}.shiftId`, draft.shiftId, { min: 1, max: 32_767 }))
  const shifts = withIds(drafts.map((draft) => ({ ...draft, code: draft.code.trim(), name: checkText('input', draft.name, NAME_LENGTH) })))
  const twin = shifts.find((shift, index) => shifts.findIndex((other) => other.shiftId === shift.shiftId) < index)
  if (twin) throw new Refusal({ code: 'NOT_UNIQUE', field: 'input', params: { value: twin.shiftId } })
  const [problem] = validateSchedule(shifts)
  if (problem) throw new Refusal({ ...problem, ...(problem.field !== undefined && { field: problem.field.replace('shifts.', 'input.') }) })
  return shifts
}

function withIds(drafts: readonly ShiftDraft[]): readonly ShiftDefinition[] {
  const taken = new Set(drafts.map((draft) => draft.shiftId))
  let next = 1
  return drafts.map((draft) => {
    if (draft.shiftId !== null) return { ...draft, shiftId: draft.shiftId }
    while (taken.has(next)) next++
    taken.add(next)
    return { ...draft, shiftId: next }
  })
}
