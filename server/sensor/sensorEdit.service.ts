import type { ChangeOf } from '#engine/fields/fieldTable.ts'
import type { CompanyId, SensorId, UserId, WorkCenterId } from '#engine/ids.ts'
import { SENSOR_FIELDS } from '#engine/sensor/sensorFields.ts'
import { SENSOR_KEEP_DAYS } from '#engine/sensor/sensorKeep.ts'
import type { SensorType } from '#engine/sensor/sensorType.ts'
import { checkedColumns } from '#server/checkedColumns.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { checkNumber } from '#server/workCenter/checkField.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { auditSensor } from './sensorAudit.ts'
import { findSensorPlace, insertSensor, updateSensor } from './sensorEdit.store.ts'
import { listDeletedSensors, listSensors } from './sensorList.store.ts'
import type { ListedSensor } from './sensorList.store.ts'

export type SensorDeps = { readonly database: Pick<Database, 'inTenant'>; readonly now: () => number }

/** What people set of a sensor; missing fields stay, null empties them. */
type SensorChange = ChangeOf<typeof SENSOR_FIELDS>

type Actor = { readonly companyId: CompanyId; readonly userId: UserId }

/** The data of a deleted sensor is kept so long, and the sensor can come back (G-25). */
export const SENSOR_KEEP_MS = SENSOR_KEEP_DAYS * 86_400_000

/** Returns the sensor that a work center's device will report; refuses a number outside 1 to 99 and one that is there. One that was deleted comes back. */
export async function addSensor(
  deps: SensorDeps,
  actor: Actor,
  sensor: { readonly workCenterId: WorkCenterId; readonly type: SensorType; readonly number: number } & SensorChange,
): Promise<ListedSensor> {
  checkNumber('number', sensor.number, { min: 1, max: 99, isWhole: true })
  const columns = checkedColumns(SENSOR_FIELDS, sensor)
  return await deps.database.inTenant(actor.companyId, async (tenant) => {
    await requireActive(tenant, sensor.workCenterId)
    const id = await insertSensor(tenant, sensor, columns)
    if (id === null) throw new Refusal({ code: 'NOT_UNIQUE', field: 'number', params: { value: sensor.number } })
    const after = requireListed(await sensorsOf(tenant, sensor.workCenterId), id)
    await auditSensor(tenant, 'ADD_SENSOR', { before: null, after }, { by: actor.userId, at: deps.now() })
    return after
  })
}

/** Returns the sensor with the name and colour, hidden from screens or not; refuses a name over 200 characters, a colour that is none, and a deleted or unknown sensor. */
export async function editSensor(deps: SensorDeps, actor: Actor, id: SensorId, change: SensorChange): Promise<ListedSensor> {
  const columns = checkedColumns(SENSOR_FIELDS, change)
  return await deps.database.inTenant(actor.companyId, async (tenant) => {
    const place = await findSensorPlace(tenant, id)
    if (place === null || place.deletedOn !== null) throw notFound(id)
    const before = requireListed(await sensorsOf(tenant, place.workCenterId), id)
    await updateSensor(tenant, id, columns)
    const after = requireListed(await sensorsOf(tenant, place.workCenterId), id)
    await auditSensor(tenant, 'UPDATE_SENSOR', { before, after }, { by: actor.userId, at: deps.now() })
    return after
  })
}

/** Returns the sensor, which is hidden at once; its data is purged a month later (G-25). Refuses a deleted or unknown one. */
export async function deleteSensor(deps: SensorDeps, actor: Actor, id: SensorId): Promise<ListedSensor> {
  const now = deps.now()
  return await deps.database.inTenant(actor.companyId, async (tenant) => {
    const place = await findSensorPlace(tenant, id)
    if (place === null || place.deletedOn !== null) throw notFound(id)
    await updateSensor(tenant, id, { deleted_on: new Date(now) })
    const after = requireListed(await listDeletedSensors(tenant, [place.workCenterId], new Date(now - 1)), id)
    await auditSensor(tenant, 'DELETE_SENSOR', { before: null, after }, { by: actor.userId, at: now })
    return after
  })
}

/** Returns the sensor, which is there again with its data; refuses one that is not deleted, that was deleted more than a month ago, or is unknown. */
export async function restoreSensor(deps: SensorDeps, actor: Actor, id: SensorId): Promise<ListedSensor> {
  const since = deps.now() - SENSOR_KEEP_MS
  return await deps.database.inTenant(actor.companyId, async (tenant) => {
    const place = await findSensorPlace(tenant, id)
    if (place === null || place.deletedOn === null || place.deletedOn.getTime() <= since) throw notFound(id)
    await updateSensor(tenant, id, { deleted_on: null })
    const after = requireListed(await sensorsOf(tenant, place.workCenterId), id)
    await auditSensor(tenant, 'RESTORE_SENSOR', { before: null, after }, { by: actor.userId, at: deps.now() })
    return after
  })
}

async function sensorsOf(tenant: Tenant, workCenterId: WorkCenterId): Promise<readonly ListedSensor[]> {
  return await listSensors(tenant, { workCenterIds: [workCenterId], deviceIds: null, types: null })
}

function requireListed(sensors: readonly ListedSensor[], id: SensorId): ListedSensor {
  const found = sensors.find((sensor) => sensor.id === id)
  if (found === undefined) throw new Error(`sensor ${id} vanished while it was saved`)
  return found
}

function notFound(id: SensorId): Refusal {
  return new Refusal({ code: 'SENSOR_NOT_FOUND', field: 'id', params: { id } })
}
