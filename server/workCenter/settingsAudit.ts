import type { UserId } from '#engine/ids.ts'
import type { DEVICE_FIELDS } from '#engine/workCenter/generalFields.ts'
import { audited } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import type { Device } from '#server/device/device.store.ts'
import type { WorkCenter } from './workCenterRow.ts'

type AuditOrigin = { readonly by: UserId | undefined; readonly at: number }

/** Writes what differs between two states of a work center into the audit log, by the names of its fields; nothing when nothing does. */
export async function auditSettings(tenant: Tenant, before: WorkCenter, after: WorkCenter, origin: AuditOrigin): Promise<void> {
  await writeDiff(tenant, before, origin, auditedColumns(before), auditedColumns(after))
}

/** Writes what differs between two states of the device of a work center into the audit log; nothing when nothing does. */
export async function auditDevice(
  tenant: Tenant,
  workCenter: WorkCenter,
  before: Device | null,
  { device, by, at }: AuditOrigin & { readonly device: Device },
): Promise<void> {
  await writeDiff(tenant, workCenter, { by, at }, settingsOf(before), settingsOf(device))
}

/** What follows from a change is none of its own. */
function auditedColumns({ version: _version, createdOn: _createdOn, calibrationStart: _start, ...columns }: WorkCenter) {
  return columns
}

function settingsOf(device: Device | null) {
  const { reportMode = null, nominalPeriodMs = null, acceptDaysBack = null } = device ?? {}
  return { reportMode, nominalPeriodMs, acceptDaysBack } satisfies Record<keyof typeof DEVICE_FIELDS, unknown>
}

type Values = Parameters<typeof audited>[3]

async function writeDiff(tenant: Tenant, { id, name }: WorkCenter, { by, at }: AuditOrigin, before: Values, after: Values): Promise<void> {
  if (by === undefined) return
  const about = { workCenterId: id }
  await audited(
    tenant,
    { userId: by, at: new Date(at), action: 'UPDATE_WORK_CENTER', subject: `work center ${name}`, about },
    before,
    after,
  )
}
