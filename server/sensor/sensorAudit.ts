import type { AuditAction } from '#engine/access/auditActions.ts'
import type { UserId } from '#engine/ids.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ListedSensor } from './sensorList.store.ts'

type SensorAction = Extract<AuditAction, 'ADD_SENSOR' | 'DELETE_SENSOR' | 'RESTORE_SENSOR' | 'UPDATE_SENSOR'>

const FIELDS = ['name', 'color', 'isUiHidden'] as const

/** Writes into the audit log what somebody did to a sensor, with what differs from the one `before`; nothing when nothing does. */
export async function auditSensor(
  tenant: Tenant,
  action: SensorAction,
  { before, after }: { readonly before: ListedSensor | null; readonly after: ListedSensor },
  { by, at }: { readonly by: UserId; readonly at: number },
): Promise<void> {
  const changed = before === null ? [] : FIELDS.filter((field) => before[field] !== after[field])
  if (before !== null && changed.length === 0) return
  const valuesOf = (sensor: ListedSensor) => Object.fromEntries(changed.map((field) => [field, sensor[field]]))
  await writeAudit(tenant, {
    userId: by,
    at: new Date(at),
    action,
    subject: `sensor ${after.name ?? `${after.type} ${after.number}`}`,
    details: {
      workCenterId: after.workCenterId,
      sensorId: after.id,
      ...(before === null ? {} : { before: valuesOf(before), after: valuesOf(after) }),
    },
  })
}
