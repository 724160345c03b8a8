import type { WorkCenterId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { grouped, tenantLoader } from '#server/graphql/loader.ts'
import { listSensors } from './sensorList.store.ts'
import type { ListedSensor } from './sensorList.store.ts'

export const SensorRef = builder.objectRef<ListedSensor>('Sensor')

export const sensorsOf = tenantLoader(async (tenant, ids: readonly WorkCenterId[]) =>
  grouped(ids, await listSensors(tenant, { workCenterIds: ids, deviceIds: null, types: null }), (sensor) => sensor.workCenterId),
)
