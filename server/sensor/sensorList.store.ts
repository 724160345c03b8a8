import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DeviceId, SensorId, WorkCenterId } from '#engine/ids.ts'
import { SERVICE_SENSOR_TYPES } from '#engine/sensor/sensorType.ts'
import type { SensorType } from '#engine/sensor/sensorType.ts'
import type { Tenant } from '#server/db/database.ts'

/** A channel of a work center's device as people see it. */
export type ListedSensor = {
  readonly id: SensorId
  readonly workCenterId: WorkCenterId
  readonly guid: string
  readonly type: SensorType
  readonly number: number
  readonly name: string | null
  readonly color: string | null
  /** Whether screens leave it out. */
  readonly isUiHidden: boolean
  readonly createdOn: Date
  readonly deletedOn: Date | null
}

export type SensorFilter = {
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly deviceIds: readonly DeviceId[] | null
  readonly types: readonly SensorType[] | null
  /** Those of the device itself, or those of the machine; both when absent. */
  readonly isService?: boolean
  /** Those that screens leave out, or the others; both when absent. */
  readonly isUiHidden?: boolean | null
}

/** Returns the sensors that the filter lets through and that are not deleted, by work center, type and number. */
export async function listSensors(tenant: Tenant, filter: SensorFilter): Promise<readonly ListedSensor[]> {
  return await findSensors(tenant, filter, sql`s.deleted_on is null`)
}

/** Returns the sensors of the work centers (null = all) deleted after the instant, whose data is not purged. */
export async function listDeletedSensors(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[] | null,
  after: Date,
): Promise<readonly ListedSensor[]> {
  return await findSensors(tenant, { workCenterIds, deviceIds: null, types: null }, sql`s.deleted_on > ${after}`)
}

async function findSensors(tenant: Tenant, filter: SensorFilter, which: RawBuilder<unknown>): Promise<readonly ListedSensor[]> {
  const found =
    await sql<ListedSensor>`select s.id, s.work_center_id as "workCenterId", s.sensor_guid as guid, s.type, s.number, s.name, s.color,
      s.is_ui_hidden as "isUiHidden", s.created_on as "createdOn", s.deleted_on as "deletedOn"
    from sensor s join work_center w on w.company_id = s.company_id and w.id = s.work_center_id
    where s.company_id = ${tenant.companyId} and ${which}
      and (${filter.workCenterIds}::int[] is null or s.work_center_id = any(${filter.workCenterIds}::int[]))
      and (${filter.deviceIds}::uuid[] is null or w.device_id = any(${filter.deviceIds}::uuid[]))
      and (${filter.types}::text[] is null or s.type = any(${filter.types}::text[]))
      and (${filter.isService ?? null}::boolean is null or (s.type = any(${SERVICE_SENSOR_TYPES}::text[])) = ${filter.isService ?? null}::boolean)
      and (${filter.isUiHidden ?? null}::boolean is null or s.is_ui_hidden = ${filter.isUiHidden ?? null}::boolean)
    order by s.work_center_id, s.type, s.number`.execute(tenant.tx)
  return found.rows
}
