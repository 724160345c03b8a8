import type { SensorId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { SensorKey } from '#engine/sensor/sensorType.ts'
import type { Tenant } from '#server/db/database.ts'
import { sensorKeyOf } from '#server/sensor/sensorKey.ts'

/** Returns the sensors that decide figures of the work center, with their keys in the engine. */
export async function listSensorKeys(tenant: Tenant, workCenterId: WorkCenterId): Promise<ReadonlyMap<SensorId, SensorKey>> {
  const rows = await tenant.tx
    .selectFrom('sensor')
    .select(['id', 'type', 'number'])
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .execute()
  return new Map(
    rows.flatMap((row): [SensorId, SensorKey][] => {
      const key = sensorKeyOf(`${row.type}:${row.number}`)
      return key === null ? [] : [[asId<SensorId>(row.id), key]]
    }),
  )
}

/** Returns how many pieces of losses of source STATUS overlap the stretch. */
export async function countStatusLosses(tenant: Tenant, workCenterId: WorkCenterId, start: number, end: number): Promise<number> {
  const row = await tenant.tx
    .selectFrom('loss')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .where('source', '=', 'STATUS')
    .where('start_at', '<', end)
    .where((where) => where.or([where('end_at', 'is', null), where('end_at', '>', start)]))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
