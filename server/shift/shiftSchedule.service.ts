import { asId } from '#engine/ids.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { ShiftDefinition } from '#engine/shift/shiftSchedule.ts'
import { validateSchedule } from '#engine/shift/validateSchedule.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { checkNumber, checkText } from '#server/workCenter/checkField.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { raiseSetupVersion } from '#server/workCenter/workCenter.store.ts'
import { scheduledShifts } from './shift.service.ts'
import type { ScheduledShift } from './shift.service.ts'
import { listScheduleVersions, lockSchedules, replaceScheduleFrom } from './shiftSchedule.store.ts'

/** A shift as a person enters it; without an id it gets the next free one. */
export type ShiftDraft = Omit<ShiftDefinition, 'shiftId'> & { readonly shiftId: number | null }

export type ScheduleChange = {
  readonly shifts: readonly ShiftDraft[]
  /** IANA name; null = the company's. */
  readonly zone: string | null
  /** From when the schedule holds (ms UTC); null = now. An import of recorded data dates it back. */
  readonly validFrom: number | null
}

const MAX_SHIFTS = 24
const NAME_LENGTH = { min: 0, max: 100 }

type Deps = {
  readonly database: Database
  readonly now: () => number
  readonly setupChanged: (companyId: CompanyId, workCenterId: WorkCenterId) => void
}

/**
 * Returns the shifts that the company (0) or the work center has from then on; those before stay as they were (domain.md S-43).
 * Refuses what validateSchedule refuses, no shift at all, more than 24, an id that is taken, a zone that does not exist, and an archived work center.
 */
export async function saveSchedule(
  deps: Deps,
  member: { readonly companyId: CompanyId },
  owner: number,
  change: ScheduleChange,
): Promise<readonly ScheduledShift[]> {
  const shifts = checkedShifts(change.shifts)
  const now = deps.now()
  const { version, versions, affected } = await deps.database.inTenant(member.companyId, async (tenant) => {
    await lockSchedules(tenant)
    if (owner !== 0) await requireActive(tenant, asId<WorkCenterId>(owner))
    const zone = change.zone ?? (await findCompany(tenant))?.timeZone ?? 'UTC'
    if (!isZone(zone)) throw new Refusal({ code: 'INVALID_FORMAT', field: 'timeZone', params: { example: 'Europe/Kyiv' } })
    const made = { validFrom: change.validFrom ?? now, zone, shifts }
    await replaceScheduleFrom(tenant, owner, made)
    return {
      version: made,
      versions: await listScheduleVersions(tenant, owner),
      affected: await raiseSetupVersion(tenant, owner === 0 ? null : asId<WorkCenterId>(owner)),
    }
  })
  for (const workCenterId of affected) deps.setupChanged(member.companyId, workCenterId)
  return scheduledShifts(versions, version, owner, now)
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

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}
