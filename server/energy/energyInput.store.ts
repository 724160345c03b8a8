import { sql } from 'kysely'
import type { SensorId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { SensorKey, SensorType } from '#engine/sensor/sensorType.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { ReportMode } from '#engine/workCenter/workCenterSetup.ts'
import { REPORT_MODES } from '#engine/workCenter/workCenterSetup.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import { decodeSeries } from '#server/sensor/sampleCodec.ts'
import type { Series } from '#server/sensor/sampleCodec.ts'
import { sensorKeyOf } from '#server/sensor/sensorKey.ts'

/** The sensor types that energy is worked out from. */
export const ENERGY_SENSORS = [
  'POWER',
  'LOAD',
  'ELECTRIC_CURRENT',
  'ELECTRIC_CURRENT_A',
  'ELECTRIC_CURRENT_B',
  'ELECTRIC_CURRENT_C',
  'OVERALL_ENERGY_CONSUMPTION',
  'DEVICE_ON_OFF',
  'BATTERY_LEVEL',
  'CHARGING_STATUS',
] as const satisfies readonly SensorType[]

/** The sensor types that measure; without one of them a work center has no energy. */
const MEASURING: readonly string[] = ENERGY_SENSORS.slice(0, 7)

export type EnergySensor = { readonly id: SensorId; readonly key: SensorKey }

/** How the work center's device reports and what tells its energy. */
export type EnergyDevice = {
  readonly reportMode: ReportMode
  readonly nominalPeriodMs: number
  readonly zone: string
  /** None when nothing measures. */
  readonly sensors: readonly EnergySensor[]
}

/** Returns the settings for the energy of the work center. A released device's last settings are unknown; then those of a new device apply. */
export async function findEnergyDevice(tenant: Tenant, workCenterId: WorkCenterId): Promise<EnergyDevice | null> {
  return (await listEnergyDevices(tenant, [workCenterId])).get(workCenterId) ?? null
}

/** Returns the same of each of the work centers. */
export async function listEnergyDevices(tenant: Tenant, ids: readonly WorkCenterId[]): Promise<ReadonlyMap<WorkCenterId, EnergyDevice>> {
  type Row = { id: WorkCenterId; report_mode: string | null; nominal_period_ms: number | null; zone: string }
  const { rows } = await sql<Row>`select w.id, d.report_mode, d.nominal_period_ms, coalesce(w.time_zone, c.time_zone) as zone
    from work_center w join company c on c.id = w.company_id left join device d on d.company_id = w.company_id and d.work_center_id = w.id
    where w.company_id = ${tenant.companyId} and w.id = any(${[...ids]}::int[])`.execute(tenant.tx)
  const found = await tenant.tx
    .selectFrom('sensor')
    .select(['id', 'type', 'work_center_id'])
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', 'in', [...ids])
    .where('number', '=', 1)
    .where('type', 'in', ENERGY_SENSORS)
    .orderBy('type')
    .execute()
  const sensorsOf = Map.groupBy(found, (sensor) => sensor.work_center_id)
  return new Map(
    rows.map((row) => {
      const sensors = sensorsOf.get(row.id) ?? []
      const isMeasured = sensors.some((sensor) => MEASURING.includes(sensor.type))
      return [
        row.id,
        {
          reportMode: row.report_mode === null ? 'PERIODIC' : oneOf(REPORT_MODES, row.report_mode),
          nominalPeriodMs: row.nominal_period_ms ?? 10_000,
          zone: row.zone,
          sensors: isMeasured
            ? sensors.flatMap((sensor) => {
                const key = sensorKeyOf(sensor.type)
                return key === null ? [] : [{ id: asId<SensorId>(sensor.id), key }]
              })
            : [],
        },
      ]
    }),
  )
}

/** Returns the readings of each sensor in its newest chunk before the hour (ms UTC), since the last value holds on. */
export async function readChunksBefore(tenant: Tenant, ids: readonly SensorId[], hourAt: number): Promise<Map<SensorId, Series>> {
  return await readEdgeChunks(tenant, ids, sql`c.hour_at < ${hourAt}::int8 order by c.hour_at desc`)
}

/** Returns the readings of each sensor in its first chunk from the hour (ms UTC) on: where its next difference ends. */
export async function readChunksFrom(tenant: Tenant, ids: readonly SensorId[], hourAt: number): Promise<Map<SensorId, Series>> {
  return await readEdgeChunks(tenant, ids, sql`c.hour_at >= ${hourAt}::int8 order by c.hour_at`)
}

/** Returns the hours (ms UTC) of the first and the last chunk of the sensors, null when they have none. */
export async function findChunkSpan(
  tenant: Tenant,
  ids: readonly SensorId[],
): Promise<{ readonly first: number; readonly last: number } | null> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(edge.first) as first, max(edge.last) as last from unnest(${ids}::int[]) as asked (id)
    cross join lateral (
      select (select hour_at from sample_chunk where company_id = ${tenant.companyId} and sensor_id = asked.id order by hour_at limit 1) as first,
        (select hour_at from sample_chunk where company_id = ${tenant.companyId} and sensor_id = asked.id order by hour_at desc limit 1) as last
    ) edge`.execute(tenant.tx)
  const { first = null, last = null } = rows[0] ?? {}
  return first === null || last === null ? null : { first, last }
}

/** Returns the hours (ms UTC) of the first and the last chunk of the sensors of each work center that hold anything of the period; those without are left out. */
export async function listChunkSpans(
  tenant: Tenant,
  sensors: readonly { readonly workCenterId: WorkCenterId; readonly id: SensorId }[],
  { start, end }: Interval,
): Promise<ReadonlyMap<WorkCenterId, { readonly first: number; readonly last: number }>> {
  if (sensors.length === 0) return new Map()
  const own = sql`company_id = ${tenant.companyId} and sensor_id = asked.id and hour_at > ${start - HOUR_MS}::int8 and hour_at < ${end}::int8`
  const { rows } = await sql<{ workCenterId: WorkCenterId; first: number | null; last: number | null }>`
    select asked.place as "workCenterId", min(edge.first) as first, max(edge.last) as last
    from unnest(${sensors.map(({ workCenterId }) => workCenterId)}::int[], ${sensors.map(({ id }) => id)}::int[]) as asked (place, id)
    cross join lateral (
      select (select hour_at from sample_chunk where ${own} order by hour_at limit 1) as first,
        (select hour_at from sample_chunk where ${own} order by hour_at desc limit 1) as last
    ) edge group by 1`.execute(tenant.tx)
  return new Map(
    rows.flatMap(({ workCenterId, first, last }) => (first === null || last === null ? [] : [[workCenterId, { first, last }]])),
  )
}

/** Returns the last chunk hour before the instant of the sensors of each work center; those without are left out. */
export async function listChunksBefore(
  tenant: Tenant,
  sensors: readonly { readonly workCenterId: WorkCenterId; readonly id: SensorId; readonly before: number }[],
): Promise<ReadonlyMap<WorkCenterId, number>> {
  if (sensors.length === 0) return new Map()
  const { rows } = await sql<{ workCenterId: WorkCenterId; last: number | null }>`
    select asked.place as "workCenterId", max(edge.last) as last
    from unnest(${sensors.map(({ workCenterId }) => workCenterId)}::int[], ${sensors.map(({ id }) => id)}::int[],
      ${sensors.map(({ before }) => before)}::int8[]) as asked (place, id, before)
    cross join lateral (select max(hour_at) as last from sample_chunk
      where company_id = ${tenant.companyId} and sensor_id = asked.id and hour_at < asked.before) edge group by 1`.execute(tenant.tx)
  return new Map(rows.flatMap(({ workCenterId, last }) => (last === null ? [] : [[workCenterId, last]])))
}

/** Returns the last chunk hour of the sensors before the instant, null when there is none. */
export async function findChunkBefore(tenant: Tenant, ids: readonly SensorId[], at: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(edge.last) as last from unnest(${ids}::int[]) as asked (id)
    cross join lateral (select max(hour_at) as last from sample_chunk
      where company_id = ${tenant.companyId} and sensor_id = asked.id and hour_at < ${at}) edge`.execute(tenant.tx)
  return rows[0]?.last ?? null
}

async function readEdgeChunks(tenant: Tenant, ids: readonly SensorId[], which: ReturnType<typeof sql>): Promise<Map<SensorId, Series>> {
  const { rows } = await sql<{ sensor_id: number; bytes: Buffer; crc32: number }>`
    select edge.* from unnest(${ids}::int[]) as asked (id)
    cross join lateral (
      select c.sensor_id, c.bytes, c.crc32 from sample_chunk c
      where c.company_id = ${tenant.companyId} and c.sensor_id = asked.id and ${which} limit 1
    ) edge`.execute(tenant.tx)
  return new Map(
    rows.flatMap((row): [SensorId, Series][] => {
      try {
        return [[asId<SensorId>(row.sensor_id), decodeSeries(row)]]
      } catch {
        // A damaged chunk reads as without samples, as everywhere; its reader reports it.
        return []
      }
    }),
  )
}
