import type { AuditAction } from '#engine/access/auditActions.ts'
import { fieldValues } from '#engine/fields/fieldTable.ts'
import type { UserId } from '#engine/ids.ts'
import { SENSOR_FIELDS } from '#engine/sensor/sensorFields.ts'
import { audited, writeAudit } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ListedSensor } from './sensorList.store.ts'

type SensorAction = Extract<AuditAction, 'ADD_SENSOR' | 'DELETE_SENSOR' | 'RESTORE_SENSOR' | 'UPDATE_SENSOR'>

/** Writes a change of a sensor to the audit log with its differences from `before`; nothing without differences. */
export async function auditSensor(
  tenant: Tenant,
  action: SensorAction,
  { before, after }: { readonly before: ListedSensor | null; readonly after: ListedSensor },
  { by, at }: { readonly by: UserId; readonly at: number },
): Promise<void> {
  const subject = `sensor ${after.name ?? `${after.type} ${after.number}`}`
  const about = { workCenterId: after.workCenterId, sensorId: after.id }
  const entry = { userId: by, at: new Date(at), action, subject }
  if (before === null) await writeAudit(tenant, { ...entry, details: about })
  else await audited(tenant, { ...entry, about }, fieldValues(SENSOR_FIELDS, before), fieldValues(SENSOR_FIELDS, after))
}
