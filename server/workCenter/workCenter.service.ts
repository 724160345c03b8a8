import type { CompanyId, DeviceId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { ChangeOf } from '#engine/fields/fieldTable.ts'
import { DEVICE_FIELDS } from '#engine/workCenter/generalFields.ts'
import { problemOfWorkCenterEdit } from '#engine/workCenter/mayEditWorkCenter.ts'
import { checkedColumns } from '#server/checkedColumns.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { findDevice, updateDevice } from '#server/device/device.store.ts'
import type { LiveBus } from '#server/realtime/liveBus.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { auditDevice, auditSettings } from './settingsAudit.ts'
import type { StopOrders } from './placeEnd.ts'
import { rewindEnergy } from './electricalVersion.store.ts'
import { holdGroup } from './group.store.ts'
import { findWorkCenters, lockWorkCenter, raiseSetupVersion, updateWorkCenter } from './workCenter.store.ts'
import type { WorkCenterColumns } from './workCenter.store.ts'
import type { WorkCenter } from './workCenterRow.ts'

export type WorkCenterDeps = {
  readonly database: Database
  readonly live: LiveBus
  readonly ingest: Pick<IngestPort, 'reload' | 'deviceChanged'>
  readonly stopOrders: StopOrders
  readonly now: () => number
}

type Member = { readonly companyId: CompanyId; readonly userId?: UserId }

/** What belongs to a change of a work center beside its columns, worked out within its transaction. */
export type FurtherChange = (
  tenant: Tenant,
  present: WorkCenter,
) => Promise<{
  readonly columns?: WorkCenterColumns
  readonly marks: readonly RecalculationMark[]
  /** The change stands in the audit log already. */
  readonly isTold?: boolean
}>

type DeviceSettings = ChangeOf<typeof DEVICE_FIELDS>

/**
 * Returns the work center of a device with changed device settings, and its version raised. Refuses a device that the company has not claimed, and
 * an older version of the work center (null = any).
 */
export async function setDevice(
  deps: WorkCenterDeps,
  member: Member,
  deviceId: DeviceId,
  { version, ...settings }: DeviceSettings & { readonly version: number | null },
): Promise<WorkCenter> {
  const columns = checkedColumns(DEVICE_FIELDS, settings)
  const { saved, isMarked } = await deps.database.inSystem(async (tx) => {
    const before = await findDevice(tx, deviceId)
    const device = await updateDevice(tx, deviceId, member.companyId, columns)
    if (device === null || device.workCenterId === null) throw new Refusal({ code: 'DEVICE_NOT_FOUND', field: 'deviceId' })
    const tenant = { companyId: member.companyId, tx }
    const present = await requireActive(tenant, device.workCenterId)
    const changed = await updateWorkCenter(tenant, present.id, version, {})
    if (changed === null) throw conflictWith(present)
    await auditDevice(tenant, present, before, { device, by: member.userId, at: deps.now() })
    if (before?.reportMode === device.reportMode && before.nominalPeriodMs === device.nominalPeriodMs) {
      return { saved: changed, isMarked: false }
    }
    // How long a sample holds decides the past as well: it is not a version but how the device works (domain.md S-6).
    await rewindEnergy(tenant, present.id, 0)
    await markForRecalculation(tenant, [{ workCenterId: present.id, from: 0, to: null, cause: 'DEVICE' }], member.userId ?? null)
    return { saved: changed, isMarked: true }
  })
  await deps.ingest.deviceChanged(deviceId)
  await deps.ingest.reload({ companyId: member.companyId, workCenterId: saved.id }, { wait: isMarked })
  return saved
}

/**
 * Returns the work center with changed columns, in one transaction with related writes; publishes the new setup, and waits for the recalculation of
 * marked figures. Refuses an archived work center, an older version and an unknown group.
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
    if (columns.group_id != null && (await holdGroup(tenant, columns.group_id, 'JOIN')) === null) {
      throw new Refusal({ code: 'GROUP_NOT_FOUND', field: 'groupId', params: { id: columns.group_id } })
    }
    // Taken before anything of it is read, so that of two changes at once the second sees the first one's values.
    await raiseSetupVersion(tenant, id)
    const present = await requireActive(tenant, id)
    if (version !== null && version !== present.version) throw conflictWith(present)
    const { columns: more, marks, isTold = false } = further === null ? { marks: [] } : await further(tenant, present)
    const changed = await updateWorkCenter(tenant, id, version, { ...columns, ...more })
    if (changed === null) throw conflictWith(present)
    if (!isTold) await auditSettings(tenant, present, changed, { by: member.userId, at: deps.now() })
    await markForRecalculation(tenant, marks, member.userId ?? null)
    return { saved: changed, isMarked: marks.length > 0 }
  })
  await deps.ingest.reload({ companyId: member.companyId, workCenterId: id }, { wait: isMarked })
  return saved
}

function conflictWith(present: WorkCenter): Refusal {
  return new Refusal({ code: 'CONFLICT', params: { version: present.version } })
}

/** Returns the work center of the company. Refuses an unknown or archived one. */
export async function requireActive(tenant: Tenant, id: WorkCenterId): Promise<WorkCenter> {
  const [present] = await findWorkCenters(tenant, [id])
  return activeOf(present ?? null, id)
}

/** Returns the same, locked until the transaction ends: what two people do there is written one after the other. */
export async function lockActive(tenant: Tenant, id: WorkCenterId): Promise<WorkCenter> {
  return activeOf(await lockWorkCenter(tenant, id), id)
}

function activeOf(present: WorkCenter | null, id: WorkCenterId): WorkCenter {
  if (present === null) throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', params: { id } })
  const problem = problemOfWorkCenterEdit(present)
  if (problem !== null) throw new Refusal(problem)
  return present
}
