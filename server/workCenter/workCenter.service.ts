import type { CompanyId, DeviceId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { ReportMode } from '#engine/workCenter/workCenterSetup.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { claimDevice, findDevice, releaseDevice, updateDevice } from '#server/device/device.store.ts'
import type { LiveBus } from '#server/realtime/liveBus.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { checkNumber, checkText } from './checkField.ts'
import { lockDevice } from './companyDevice.store.ts'
import { rewindEnergy } from './electricalVersion.store.ts'
import { findWorkCenters, insertWorkCenter, raiseSetupVersion, updateWorkCenter } from './workCenter.store.ts'
import type { WorkCenterColumns } from './workCenter.store.ts'
import type { WorkCenter } from './workCenterRow.ts'

export type WorkCenterDeps = {
  readonly database: Database
  readonly live: LiveBus
  /** Told after a commit that what decides a work center's figures has changed. */
  readonly setupChanged: (companyId: CompanyId, workCenterId: WorkCenterId) => void
  /** Told after a commit that a device was claimed, released or set differently. */
  readonly deviceChanged: (deviceId: DeviceId) => void
  /** Awaited after a commit with marks: the records follow from the change. */
  readonly recalculate: (companyId: CompanyId, workCenterId: WorkCenterId) => Promise<void>
  readonly now: () => number
}

type Member = { readonly companyId: CompanyId; readonly userId?: UserId }

/** What belongs to a change of a work center beside its columns, worked out within its transaction. */
export type FurtherChange = (
  tenant: Tenant,
  present: WorkCenter,
) => Promise<{ readonly columns?: WorkCenterColumns; readonly marks: readonly RecalculationMark[] }>

const NAME_LENGTH = { min: 1, max: 200 }
const DAY_MS = 86_400_000

/**
 * Returns the new work center of a device that nobody had claimed. An unknown device, one of somebody else and a code that does not belong to it
 * are one refusal, DEVICE_NOT_FOUND; so are two claims at once for the second.
 */
export async function addWorkCenter(
  deps: WorkCenterDeps,
  member: Member,
  claim: { readonly deviceId: DeviceId; readonly code: string | null; readonly name: string | null },
): Promise<WorkCenter> {
  const notFound = new Refusal({ code: 'DEVICE_NOT_FOUND', field: 'guid' })
  const added = await deps.database.inSystem(async (tx) => {
    await lockDevice(tx, claim.deviceId)
    const device = await findDevice(tx, claim.deviceId)
    if (device === null || device.companyId !== null) throw notFound
    if (claim.code !== null && claim.code.trim().toLowerCase() !== device.code) throw notFound
    const name = checkText('name', claim.name ?? device.code, NAME_LENGTH)
    const workCenter = await insertWorkCenter({ companyId: member.companyId, tx }, { name, deviceId: device.id })
    if (!(await claimDevice(tx, device.id, member.companyId, workCenter.id))) throw notFound
    return workCenter
  })
  deps.deviceChanged(claim.deviceId)
  deps.setupChanged(member.companyId, added.id)
  return added
}

/** Returns the archived work center; its history stays, its device may be claimed anew by anybody (domain.md §2.15). */
export async function archiveWorkCenter(deps: WorkCenterDeps, member: Member, id: WorkCenterId): Promise<WorkCenter> {
  const { archived, deviceId } = await deps.database.inSystem(async (tx) => {
    const tenant = { companyId: member.companyId, tx }
    const [present] = await findWorkCenters(tenant, [id])
    if (present === undefined) throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', params: { id } })
    if (present.deviceId !== null) await releaseDevice(tx, present.deviceId, member.companyId)
    const changed = await updateWorkCenter(tenant, id, null, { device_status: 'ARCHIVE', device_id: null })
    return { archived: changed ?? present, deviceId: present.deviceId }
  })
  deps.live.forget(member.companyId, id)
  if (deviceId !== null) deps.deviceChanged(deviceId)
  deps.setupChanged(member.companyId, id)
  return archived
}

/** Returns the work center of a device with the device's settings changed; refuses a device that the company has not claimed. */
export async function setDevice(
  deps: WorkCenterDeps,
  member: Member,
  deviceId: DeviceId,
  settings: { readonly reportMode?: ReportMode; readonly nominalPeriodMs?: number; readonly acceptDaysBack?: number },
): Promise<WorkCenterId> {
  checkNumber('nominalPeriodMs', settings.nominalPeriodMs, { min: 100, max: DAY_MS, isWhole: true })
  checkNumber('acceptDaysBack', settings.acceptDaysBack, { min: 1, max: 36_500, isWhole: true })
  const workCenterId = await deps.database.inSystem(async (tx) => {
    const before = await findDevice(tx, deviceId)
    const device = await updateDevice(tx, deviceId, member.companyId, settings)
    if (device === null || device.workCenterId === null) throw new Refusal({ code: 'DEVICE_NOT_FOUND', field: 'deviceId' })
    const tenant = { companyId: member.companyId, tx }
    await raiseSetupVersion(tenant, device.workCenterId)
    if (before?.reportMode === device.reportMode && before.nominalPeriodMs === device.nominalPeriodMs) return device.workCenterId
    // How long a sample holds decides the past as well: it is not a version but how the device works (domain.md S-6).
    await rewindEnergy(tenant, device.workCenterId, 0)
    await markForRecalculation(tenant, [{ workCenterId: device.workCenterId, from: 0, to: null, cause: 'DEVICE' }], member.userId ?? null)
    return device.workCenterId
  })
  deps.deviceChanged(deviceId)
  deps.setupChanged(member.companyId, workCenterId)
  await deps.recalculate(member.companyId, workCenterId)
  return workCenterId
}

/**
 * Returns the work center with the columns changed, and tells that its setup did; what else the change brings is written with it, and the figures
 * that it marks are recalculated before the answer. Refuses an archived work center and an older version.
 */
export async function saveWorkCenter(
  deps: WorkCenterDeps,
  member: Member,
  id: WorkCenterId,
  version: number | null,
  columns: WorkCenterColumns,
  further: FurtherChange | null = null,
): Promise<WorkCenter> {
  const { saved, isMarked } = await deps.database.inTenant(member.companyId, async (tenant) => {
    // Taken first, so that of two changes at once the second sees the first one's values.
    await raiseSetupVersion(tenant, id)
    const present = await requireActive(tenant, id)
    if (version !== null && version !== present.version) throw conflictWith(present)
    const { columns: more, marks } = further === null ? { marks: [] } : await further(tenant, present)
    const changed = await updateWorkCenter(tenant, id, version, { ...columns, ...more })
    if (changed === null) throw conflictWith(present)
    await markForRecalculation(tenant, marks, member.userId ?? null)
    return { saved: changed, isMarked: marks.length > 0 }
  })
  deps.setupChanged(member.companyId, id)
  if (isMarked) await deps.recalculate(member.companyId, id)
  return saved
}

function conflictWith(present: WorkCenter): Refusal {
  return new Refusal({ code: 'CONFLICT', params: { version: present.version } })
}

/** Returns the work center of the company; refuses an unknown one, and an archived one, which nobody changes any more. */
export async function requireActive(tenant: Tenant, id: WorkCenterId): Promise<WorkCenter> {
  const [present] = await findWorkCenters(tenant, [id])
  if (present === undefined) throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', params: { id } })
  if (present.deviceStatus === 'ARCHIVE') throw new Refusal({ code: 'WORK_CENTER_ARCHIVED' })
  return present
}
