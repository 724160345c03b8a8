import type { UserId } from '#engine/ids.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { AuditValue } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import type { Device } from '#server/device/device.store.ts'
import type { WorkCenter } from './workCenterRow.ts'

type Told = { readonly by: UserId | undefined; readonly at: number }

/** What follows from a change and is none of its own. */
const SILENT: ReadonlySet<string> = new Set(['version', 'createdOn', 'calibrationStart'])
const DEVICE_FIELDS = ['reportMode', 'nominalPeriodMs', 'acceptDaysBack'] as const

/** Writes what differs between two states of a work center into the audit log, by the names of its fields; nothing when nothing does. */
export async function auditSettings(tenant: Tenant, before: WorkCenter, after: WorkCenter, told: Told): Promise<void> {
  const beforeFields = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(after).filter(([name, value]) => !SILENT.has(name) && beforeFields.get(name) !== value)
  await tell(tenant, before, told, {
    before: Object.fromEntries(changed.map(([name]) => [name, tellable(beforeFields.get(name))])),
    after: Object.fromEntries(changed.map(([name, value]) => [name, tellable(value)])),
  })
}

/** Writes what differs between two states of the device of a work center into the audit log; nothing when nothing does. */
export async function auditDevice(
  tenant: Tenant,
  workCenter: WorkCenter,
  before: Device | null,
  { device, by, at }: Told & { readonly device: Device },
): Promise<void> {
  const changed = DEVICE_FIELDS.filter((name) => before?.[name] !== device[name])
  await tell(
    tenant,
    workCenter,
    { by, at },
    {
      before: Object.fromEntries(changed.map((name) => [name, before?.[name] ?? null])),
      after: Object.fromEntries(changed.map((name) => [name, device[name]])),
    },
  )
}

type Change = { readonly before: Readonly<Record<string, AuditValue>>; readonly after: Readonly<Record<string, AuditValue>> }

async function tell(tenant: Tenant, { id, name }: WorkCenter, { by, at }: Told, change: Change): Promise<void> {
  if (by === undefined || Object.keys(change.after).length === 0) return
  await writeAudit(tenant, {
    userId: by,
    at: new Date(at),
    action: 'UPDATE_WORK_CENTER',
    subject: `work center ${name}`,
    details: { workCenterId: id, ...change },
  })
}

function tellable(value: unknown): AuditValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
