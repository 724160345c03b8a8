import type { CompanyId, UserId } from '#engine/ids.ts'
import { problemOfActing } from '#engine/user/station.ts'
import { isDemoAddress } from '#engine/user/demoPerson.ts'
import { lockMs, triesLeft } from '#engine/user/lockOut.ts'
import { problemOfPin, workUntil } from '#engine/user/stationPin.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { findAccount } from './account.store.ts'
import { hashPassword, isPasswordOf } from './passwordHash.ts'
import { listStationPeople } from './stationPeople.store.ts'
import { arePinsAsked, forgetPinTries, storePin, storeWork, takePinTry } from './stationPin.store.ts'
import type { StationWork } from './stationPin.store.ts'

type PinDeps = { readonly database: Database; readonly now: () => number }
type Member = { readonly companyId: CompanyId; readonly userId: UserId; readonly isStation: boolean }

/**
 * Sets the PIN by which the member proves at a station that they work there; null removes it. What was proven by the one before ends. Refuses what problemOfPin refuses, PIN_OF_STATION and
 * DEMO_ACCOUNT.
 */
export async function setPin({ database, now }: PinDeps, member: Member, pin: string | null): Promise<void> {
  const { companyId, userId } = member
  const problem = pin === null ? null : problemOfPin(pin)
  if (problem !== null) throw new Refusal(problem)
  if (member.isStation) throw new Refusal({ code: 'PIN_OF_STATION' })
  const account = await database.inSystem((tx) => findAccount(tx, userId))
  if (account === null) throw new Refusal({ code: 'USER_NOT_FOUND' })
  if (isDemoAddress(account.email)) throw new Refusal({ code: 'DEMO_ACCOUNT' })
  const hash = pin === null ? null : await hashPassword(pin)
  await database.inTenant(companyId, async (tenant) => {
    await storePin(tenant, userId, hash, now())
    const action = hash === null ? 'REMOVE_STATION_PIN' : 'SET_STATION_PIN'
    await writeAudit(tenant, { userId, at: new Date(now()), action, subject: `user ${account.email}`, details: {} })
  })
}

/** Who proves to work at the station, by which PIN, and when their shift ends. */
export type PinGiven = { readonly userId: UserId; readonly pin: string | null; readonly shiftEnd: number | null }

/**
 * Returns from when until when the station may name the person. Refuses what problemOfActing refuses, and where the company asks for PINs REQUIRED,
 * PIN_NOT_SET, WRONG_PIN and PIN_LOCKED.
 */
export async function workAtStation(
  deps: PinDeps,
  member: Member,
  visible: ReadonlySet<number> | null,
  given: PinGiven,
): Promise<StationWork> {
  const { userId, pin, shiftEnd } = given
  const now = deps.now()
  const work: StationWork = { stationId: member.userId, userId, from: now, until: workUntil(now, shiftEnd) }
  const isAsked = await deps.database.inTenant(member.companyId, async (tenant) => {
    await requireAssigned(tenant, member, visible, userId)
    return await arePinsAsked(tenant)
  })
  if (!isAsked) return work
  if (pin === null || pin === '') throw new Refusal({ code: 'REQUIRED', field: 'pin' })
  await comparePin(deps, member, userId, pin)
  await deps.database.inTenant(member.companyId, async (tenant) => {
    await forgetPinTries(tenant, userId)
    await storeWork(tenant, work)
  })
  return work
}

/** Each try is counted in a transaction of its own, before the slow comparison. */
async function comparePin({ database, now }: PinDeps, { companyId }: Member, userId: UserId, pin: string): Promise<void> {
  const at = now()
  const taken = await database.inTenant(companyId, (tenant) => takePinTry(tenant, userId, at, lockMs))
  if (taken.kind === 'NONE') throw new Refusal({ code: 'PIN_NOT_SET', field: 'userId' })
  if (taken.kind === 'LOCKED')
    throw new Refusal({ code: 'PIN_LOCKED', field: 'pin', params: { seconds: Math.ceil((taken.until - at) / 1000) } })
  if (!(await isPasswordOf(pin, taken.hash)))
    throw new Refusal({ code: 'WRONG_PIN', field: 'pin', params: { left: triesLeft(taken.failures) } })
}

async function requireAssigned(tenant: Tenant, { isStation }: Member, visible: ReadonlySet<number> | null, userId: UserId): Promise<void> {
  const people = isStation ? await listStationPeople(tenant, null) : []
  const all = people.find((person) => person.userId === userId)?.workCenterIds ?? []
  const assigned = all.filter((id) => visible?.has(id) !== false)
  const problem = problemOfActing({ isStation, assigned, workCenterIds: [], isProven: true }, 'userId')
  if (problem !== null) throw new Refusal(problem)
}
