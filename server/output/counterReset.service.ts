import { RESET_VALID_MS } from '#engine/output/counterReset.ts'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Database } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { findReset, forgetResets, insertReset, insertResetsOfShifts } from './counterReset.store.ts'
import type { StoredReset } from './counterReset.store.ts'

type ResetDeps = { readonly database: Database; readonly now: () => number }

const EVERY_MS = 10 * SECOND_MS
/** A shift that ended while the server was off for longer keeps its counter: the next one has begun to count. */
const LOOK_BACK_MS = 15 * MINUTE_MS
const KEPT_MS = 30 * DAY_MS

/** Has counters reset at the end of shifts where work centers are set so (domain.md O-21). */
export function resetCountersRegularly(jobs: Pick<Jobs, 'every'>, deps: ResetDeps): void {
  jobs.every('COUNTER_RESETS', { next: (at) => at + EVERY_MS, isAtStart: true }, async () => {
    await askForResets(deps)
  })
}

/** Writes commands for the shifts that ended a moment ago, one a device and shift however often it is done; returns how many are new. */
export async function askForResets({ database, now: clock }: ResetDeps): Promise<number> {
  const now = clock()
  return await database.inSystem(async (tx) => {
    await forgetResets(tx, now - KEPT_MS)
    return await insertResetsOfShifts(tx, { endedAfter: now - LOOK_BACK_MS, now, expiresAt: now + RESET_VALID_MS })
  })
}

/** Returns the command that a person sends to the device of the work center. Refuses an archived work center, and DEVICE_NOT_FOUND where it has no device. */
export async function resetCounter(
  { database, now: clock }: ResetDeps,
  member: { readonly companyId: CompanyId; readonly userId: UserId },
  workCenterId: WorkCenterId,
  request: KeyedRequest | null,
): Promise<StoredReset> {
  const now = clock()
  const { userId } = member
  return await database.inTenant(member.companyId, async (tenant) => {
    const act = async (): Promise<string> => {
      await requireActive(tenant, workCenterId)
      const id = await insertReset(tenant, workCenterId, { by: userId, now, expiresAt: now + RESET_VALID_MS })
      if (id === null) throw new Refusal({ code: 'DEVICE_NOT_FOUND', field: 'workCenterId', params: { id: workCenterId } })
      const subject = `work center ${workCenterId}`
      await writeAudit(tenant, { userId, at: new Date(now), action: 'RESET_COUNTER', subject, details: {} })
      return id
    }
    const { answer } = await once(tenant, userId, request, { act, read: String })
    const reset = await findReset(tenant, answer)
    if (reset === null) throw new Refusal({ code: 'DEVICE_NOT_FOUND', field: 'workCenterId', params: { id: workCenterId } })
    return reset
  })
}
