import type { CompanyId, DeviceId, UserId, WorkCenterId } from '#engine/ids.ts'
import { deviceCodeOf } from '#engine/workCenter/deviceLabel.ts'
import { problemOfWorkCenterEdit } from '#engine/workCenter/mayEditWorkCenter.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { claimDevice, deleteTrialDevice, findDevice, releaseDevice } from '#server/device/device.store.ts'
import { createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import type { AttemptLimiter } from '#server/identity/attemptLimiter.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { checkText } from './checkField.ts'
import { findUnclaimedId, lockDevice } from './companyDevice.store.ts'
import { closePage } from './publicAccess.store.ts'
import type { Topics } from '#server/event/topics.ts'
import type { WorkCenterDeps } from './workCenter.service.ts'
import { findWorkCenters, insertWorkCenter, raiseSetupVersion, updateWorkCenter } from './workCenter.store.ts'
import type { WorkCenter } from './workCenterRow.ts'

/** Knowledge about a device to add: its id from the label, its printed code, or both. */
export type Claim = { readonly deviceId: DeviceId | null; readonly code: string | null; readonly name: string | null }

/** Attempts at devices that nobody may claim, counted by person and by company. */
export type ClaimLimits = { readonly person: AttemptLimiter; readonly company: AttemptLimiter }

export type ClaimDeps = WorkCenterDeps & { readonly claimLimits: ClaimLimits }

export type ArchiveDeps = WorkCenterDeps & { readonly topics: Pick<Topics, 'publicAccessChanges'> }

type Actor = { readonly companyId: CompanyId; readonly userId: UserId }

/** A code has six characters: with limited attempts nobody finds a stranger's device (docs/decisions/claiming-by-code.md). */
const CLAIM_LIMITS = {
  person: { failures: 10, windowMs: HOUR_MS },
  company: { failures: 30, windowMs: HOUR_MS },
} as const

const NAME_LENGTH = { min: 1, max: 200 }

/** Returns counters of attempts, none made yet. */
export function createClaimLimits(): ClaimLimits {
  return { person: createAttemptLimiter(CLAIM_LIMITS.person), company: createAttemptLimiter(CLAIM_LIMITS.company) }
}

/**
 * Returns the new work center of an unclaimed device. An unknown device, another company's, a wrong code and the second of two concurrent claims are
 * one refusal, DEVICE_NOT_FOUND. Without id and code it refuses REQUIRED; after ten wrong attempts of a person or thirty of a company within an hour
 * TOO_MANY_REQUESTS.
 */
export async function addWorkCenter(deps: ClaimDeps, actor: Actor, claim: Claim): Promise<WorkCenter> {
  if (claim.deviceId === null && (claim.code ?? '').trim() === '') throw new Refusal({ code: 'REQUIRED', field: 'code' })
  const giveBack = takeAttempt(deps, actor)
  let added: WorkCenter
  try {
    added = await deps.database.inSystem((tx) => claimIn({ companyId: actor.companyId, tx }, claim, actor, new Date(deps.now())))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'DEVICE_NOT_FOUND') await noteFailure(deps, actor, claim)
    // A name that is too long tells nothing of devices.
    else giveBack()
    throw error
  }
  giveBack()
  if (added.deviceId !== null) await deps.ingest.deviceChanged(added.deviceId)
  void deps.ingest.reload({ companyId: actor.companyId, workCenterId: added.id })
  return added
}

async function claimIn(tenant: Tenant, { deviceId: given, code, name }: Claim, actor: Actor, at: Date): Promise<WorkCenter> {
  const notFound = new Refusal({ code: 'DEVICE_NOT_FOUND', field: given === null ? 'code' : 'guid' })
  const typed = code === null ? null : deviceCodeOf(code)
  const deviceId = given ?? (typed === null ? null : await findUnclaimedId(tenant.tx, typed))
  if (deviceId === null) throw notFound
  await lockDevice(tenant.tx, deviceId)
  const device = await findDevice(tenant.tx, deviceId)
  if (device === null || device.companyId !== null) throw notFound
  if (code !== null && typed !== device.code) throw notFound
  const own = { name: checkText('name', name ?? device.code, NAME_LENGTH), deviceId, activeSince: at.getTime() }
  const workCenter = await insertWorkCenter(tenant, own)
  if (!(await claimDevice(tenant.tx, deviceId, actor.companyId, workCenter.id))) throw notFound
  const details = { workCenterId: workCenter.id, code: device.code, isByCode: given === null }
  await writeAudit(tenant, { userId: actor.userId, at, action: 'ADD_WORK_CENTER', subject: `work center ${workCenter.name}`, details })
  return workCenter
}

/** Counts the attempt before it is made, so that many at once do not slip through; returns what takes it back. */
function takeAttempt(deps: ClaimDeps, { companyId, userId }: Actor): () => void {
  const now = deps.now()
  const { person, company } = deps.claimLimits
  const personWait = person.take(userId, now)
  const companyWait = personWait > 0 ? 0 : company.take(companyId, now)
  if (companyWait > 0) person.giveBack(userId, now)
  const waitMs = Math.max(personWait, companyWait)
  if (waitMs > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS', params: { retryAfter: Math.ceil(waitMs / 1000) } })
  return () => {
    person.giveBack(userId, now)
    company.giveBack(companyId, now)
  }
}

/** Administrators see failed attempts. The tried text is cut, since it may be anything. */
async function noteFailure(deps: ClaimDeps, { companyId, userId }: Actor, claim: Claim): Promise<void> {
  const details = { code: (claim.code ?? '').slice(0, 40), isByCode: claim.deviceId === null }
  await deps.database.inTenant(companyId, (tenant) =>
    writeAudit(tenant, {
      userId,
      at: new Date(deps.now()),
      action: 'TRY_TO_ADD_WORK_CENTER',
      subject: `device ${claim.deviceId ?? ''}`.trim(),
      details,
    }),
  )
}

/**
 * Returns the archived work center. Its history stays, its device can be claimed again by anybody (G-25), its public page closes at once. Refuses an
 * unknown or archived one.
 */
export async function archiveWorkCenter(deps: ArchiveDeps, actor: Actor, id: WorkCenterId): Promise<WorkCenter> {
  const at = new Date(deps.now())
  const { archived, deviceId } = await deps.database.inSystem(async (tx) => {
    const tenant = { companyId: actor.companyId, tx }
    // Taken first, so that of two who delete at once the second sees that it is gone.
    await raiseSetupVersion(tenant, id)
    const [present] = await findWorkCenters(tenant, [id])
    if (present === undefined) throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', params: { id } })
    const problem = problemOfWorkCenterEdit(present)
    if (problem !== null) throw new Refusal(problem)
    if (present.deviceId !== null) {
      await releaseDevice(tx, present.deviceId, actor.companyId)
      await deleteTrialDevice(tx, present.deviceId)
    }
    await closePage(tenant, id, { on: at, by: actor.userId })
    const ended = await deps.stopOrders(tenant, id, { cause: 'ARCHIVED', at: at.getTime(), by: actor.userId })
    await markForRecalculation(tenant, ended, actor.userId)
    const changed = await updateWorkCenter(tenant, id, null, { device_status: 'ARCHIVE', device_id: null })
    const details = { workCenterId: id }
    await writeAudit(tenant, { userId: actor.userId, at, action: 'DELETE_WORK_CENTER', subject: `work center ${present.name}`, details })
    return { archived: changed ?? present, deviceId: present.deviceId }
  })
  deps.live.forget(actor.companyId, id)
  deps.topics.publicAccessChanges.publish({ companyId: actor.companyId, workCenterId: id })
  if (deviceId !== null) await deps.ingest.deviceChanged(deviceId)
  void deps.ingest.reload({ companyId: actor.companyId, workCenterId: id })
  return archived
}
