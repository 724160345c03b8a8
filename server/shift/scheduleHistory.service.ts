import type { WorkCenterId } from '#engine/ids.ts'
import type { ShiftDefinition } from '#engine/shift/shiftSchedule.ts'
import { calendarOf } from '#engine/time/calendar.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { scheduleInForce } from './scheduleInForce.service.ts'
import { countFollowers, listScheduled } from './shiftSchedule.store.ts'

/** A version of the shifts that hold for an owner. */
export type HistoryVersion = {
  readonly validFrom: number
  /** When the next version comes into force; null for the last one. */
  readonly validTo: number | null
  readonly zone: string
  /** Whether it is the owner's own; else it is the company's. */
  readonly isOwn: boolean
  readonly shifts: readonly ShiftDefinition[]
}

/** All versions of the shifts of a work center, or with 0 of the company, as somebody needs them who is about to change them. */
export type ScheduleHistory = {
  readonly owner: number
  /** When the newest own version comes into force, 0 without one: to be given back when it is saved. */
  readonly newest: number
  /** The company's, which a new version has unless it names another. */
  readonly companyZone: string
  /** When the running shift ends, before which no change takes effect; null when none runs. */
  readonly runningUntil: number | null
  /** How many active work centers have the company's shifts now, and how many there are. */
  readonly followers: number
  readonly workCenters: number
  readonly versions: readonly HistoryVersion[]
}

/** Returns the versions of the schedule that holds for the work center, or with 0 for the company, ascending (domain.md S-40, S-43). */
export async function scheduleHistory(tenant: Tenant, owner: WorkCenterId | 0, now: number): Promise<ScheduleHistory> {
  const { versions, own } = await scheduleInForce(tenant, owner)
  const ownStarts = new Set(own.filter((one) => one.shifts.length > 0 || owner === 0).map((one) => one.validFrom))
  const workCenters = await listScheduled(tenant, 0)
  const running = calendarOf(versions).windowAt(now)
  return {
    owner,
    newest: own.at(-1)?.validFrom ?? 0,
    companyZone: (await findCompany(tenant))?.timeZone ?? 'UTC',
    runningUntil: running.shift === null ? null : running.end,
    followers: await countFollowers(tenant, now),
    workCenters: workCenters.length,
    versions: versions.map((version, index) => ({
      validFrom: version.validFrom,
      validTo: versions[index + 1]?.validFrom ?? null,
      zone: version.zone,
      isOwn: ownStarts.has(version.validFrom),
      shifts: version.shifts,
    })),
  }
}
