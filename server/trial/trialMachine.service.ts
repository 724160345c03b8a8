import { randomInt } from 'node:crypto'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { seededNameIn } from '#engine/company/seededNames.ts'
import type { CompanyId, DeviceId, UserId, WorkCenterId } from '#engine/ids.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { MAX_TRIAL_MACHINES, roomForTrial, TRIAL_RUNS_FROM_KW } from '#engine/workCenter/trialMachine.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { registerDevice } from '#server/device/device.service.ts'
import { claimDevice, deleteTrialDevice, releaseDevice } from '#server/device/device.store.ts'
import { addressKey, createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import type { AttemptLimiter } from '#server/identity/attemptLimiter.ts'
import type { LiveBus } from '#server/realtime/liveBus.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { Refusal } from '#server/refusal.ts'
import { insertStatusRule } from '#server/status/statusRule.store.ts'
import { checkText } from '#server/workCenter/checkField.ts'
import { insertWorkCenter, updateWorkCenter } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { listTrialMachines, lockTrialMachines, nameTrial } from './trialMachine.store.ts'
import type { TrialMachine } from './trialMachine.store.ts'

export type TrialDeps = {
  readonly database: Database
  readonly live: Pick<LiveBus, 'forget'>
  readonly ingest: Pick<IngestPort, 'reload' | 'deviceChanged'>
  readonly now: () => number
}

/** How many trial machines an address and a company made. */
export type TrialLimits = { readonly address: AttemptLimiter; readonly company: AttemptLimiter }

/** Who makes a trial machine, and from where. */
export type Trier = { readonly companyId: CompanyId; readonly userId: UserId; readonly address: string; readonly language: string }

/** A new trial machine; the secret of its device is told this once. */
export type NewTrialMachine = { readonly workCenter: WorkCenter; readonly deviceId: DeviceId; readonly secret: string }

const LIMITS = { address: { failures: 6, windowMs: HOUR_MS }, company: { failures: 30, windowMs: HOUR_MS } } as const
const NAME_LENGTH = { min: 1, max: 200 }
const SENDS_EVERY_MS = 1000

/** Returns counters of trial machines, none made yet. */
export function createTrialLimits(): TrialLimits {
  return { address: createAttemptLimiter(LIMITS.address), company: createAttemptLimiter(LIMITS.company) }
}

/**
 * Returns a new work center with a device of its own, to which a phone or one command sends power. In the demo the name is the product's, since nobody types there what
 * others read. Refuses TRIAL_MACHINES_FULL while the company has as many as it may, and TOO_MANY_REQUESTS after six of an address or thirty of a company within an hour.
 */
export async function addTrialMachine(deps: TrialDeps, limits: TrialLimits, trier: Trier, name: string | null): Promise<NewTrialMachine> {
  const now = deps.now()
  take(limits, trier, now)
  const { device, secret } = await registerDevice(deps.database, { nominalPeriodMs: SENDS_EVERY_MS, isTrial: true })
  try {
    const { workCenter, gives } = await deps.database.inSystem(async (tx) => {
      const tenant = { companyId: trier.companyId, tx }
      const room = await makeRoom(tenant, now)
      const made = await insertWorkCenter(tenant, { name: nameOf(trier, name), deviceId: device.id, activeSince: now })
      await nameTrial(tenant, made.id)
      await claimDevice(tx, device.id, trier.companyId, made.id, new Date(now))
      await insertStatusRule(tenant, made.id, runningRule(trier.language), now, trier.userId)
      const details = { workCenterId: made.id, code: device.code, isByCode: false }
      const subject = `work center ${made.name}`
      await writeAudit(tenant, { userId: trier.userId, at: new Date(now), action: 'ADD_WORK_CENTER', subject, details })
      return { workCenter: made, gives: room }
    })
    if (gives !== null) await tell(deps, trier.companyId, gives)
    await deps.ingest.deviceChanged(device.id)
    await deps.ingest.reload({ companyId: trier.companyId, workCenterId: workCenter.id })
    return { workCenter, deviceId: device.id, secret }
  } catch (error) {
    await deps.database.inSystem((tx) => deleteTrialDevice(tx, device.id))
    throw error
  }
}

/** Removes all trial machines of the company; returns how many there were. Their records stay, as those of any archived work center. */
export async function removeTrialMachines(deps: Omit<TrialDeps, 'now'>, companyId: CompanyId): Promise<number> {
  const removed = await deps.database.inSystem(async (tx) => {
    const tenant = { companyId, tx }
    await lockTrialMachines(tenant)
    const machines = await listTrialMachines(tenant)
    for (const machine of machines) await retire(tenant, machine)
    return machines
  })
  await Promise.all(removed.map((machine) => tell(deps, companyId, machine)))
  return removed.length
}

/** Counts before anything is made, so that many at once do not slip through. */
function take({ address, company }: TrialLimits, trier: Trier, now: number): void {
  const wait = address.take(addressKey(trier.address), now) || company.take(trier.companyId, now)
  if (wait > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS', params: { retryAfter: Math.ceil(wait / 1000) } })
}

async function makeRoom(tenant: Tenant, now: number): Promise<TrialMachine | null> {
  await lockTrialMachines(tenant)
  const room = roomForTrial(await listTrialMachines(tenant), tenant.companyId === DEMO_COMPANY_ID, now)
  if ('waitMs' in room) {
    if (room.waitMs === null) throw new Refusal({ code: 'TRIAL_MACHINES_FULL', params: { max: MAX_TRIAL_MACHINES } })
    throw new Refusal({ code: 'TOO_MANY_REQUESTS', params: { retryAfter: Math.ceil(room.waitMs / 1000) } })
  }
  if (room.gives !== null) await retire(tenant, room.gives)
  return room.gives
}

async function retire(tenant: Tenant, { workCenterId, deviceId }: TrialMachine): Promise<WorkCenterId> {
  await releaseDevice(tenant.tx, deviceId, tenant.companyId)
  await deleteTrialDevice(tenant.tx, deviceId)
  await updateWorkCenter(tenant, workCenterId, null, { device_status: 'ARCHIVE', device_id: null })
  return workCenterId
}

async function tell(
  { live, ingest }: Pick<TrialDeps, 'live' | 'ingest'>,
  companyId: CompanyId,
  { workCenterId, deviceId }: TrialMachine,
): Promise<void> {
  live.forget(companyId, workCenterId)
  await ingest.deviceChanged(deviceId)
  void ingest.reload({ companyId, workCenterId })
}

function nameOf({ companyId }: Trier, name: string | null): string {
  if (companyId === DEMO_COMPANY_ID) return `Visitor ${randomInt(10, 100)}`
  return checkText('name', name ?? 'Phone', NAME_LENGTH)
}

function runningRule(language: string) {
  const inWords = (word: string) => seededNameIn(language, DEMO_COMPANY_ID, word)
  return {
    name: inWords('Working'),
    shortName: inWords('WRK'),
    color: '#0ba56c',
    rangeType: 'POWER',
    range: { min: TRIAL_RUNS_FROM_KW, max: null },
    minEventDurationMs: 0,
    isEffective: true,
    isScheduledLoss: false,
    needGenerateEventByState: false,
  } as const
}
