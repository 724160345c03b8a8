import type { CompanyId, SensorId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { encodeSeries } from '#server/sensor/sampleCodec.ts'
import { createSampleReader } from '#server/sensor/sensor.store.ts'
import { chartOf } from '#server/sensor/sensorValues.service.ts'
import type { ChartData } from '#server/sensor/sensorValues.service.ts'

const PERIOD_MS = 10_000
const HOURS = 24
const FIVE_MINUTE_BUCKETS = 288

/** A day of one power sensor, a reading each ten seconds, in its hourly chunks. */
export type SensorDay = { readonly companyId: CompanyId; readonly sensorId: SensorId; readonly start: number }

/** Returns a new company's day of readings that rise and fall like a machine's, the same every time. */
export async function createSensorDay(database: Database, id: string, start: number): Promise<SensorDay> {
  await database.pool.query(`insert into company (id, name, country, time_zone) values ($1, $1, 'pl', 'UTC')`, [id])
  const sensorId = asId<SensorId>(1)
  for (let hour = 0; hour < HOURS; hour++) {
    const hourAt = start + hour * HOUR_MS
    const instants = Array.from({ length: HOUR_MS / PERIOD_MS }, (_, index) => hourAt + index * PERIOD_MS + ((index * 7919) % 40))
    const values = instants.map((_, index) => Math.round(800 + 150 * Math.sin(index / 9) + ((index * 7919) % 97)) / 100)
    const { sampleCount, bytes, crc32 } = encodeSeries({ instants, values })
    await database.pool.query(
      'insert into sample_chunk (company_id, sensor_id, hour_at, sample_count, bytes, crc32) values ($1, $2, $3, $4, $5, $6)',
      [id, sensorId, hourAt, sampleCount, bytes, crc32],
    )
  }
  return { companyId: asId<CompanyId>(id), sensorId, start }
}

/** Reads the day in buckets of five minutes, as the API answers a chart. */
export async function chartDay(database: Database, { companyId, sensorId, start }: SensorDay): Promise<ChartData> {
  const sensor = { id: sensorId, type: 'POWER', number: 1, name: null } as const
  const period = { start, end: start + HOURS * HOUR_MS }
  return await chartOf(createSampleReader(database), companyId, [sensor], { ...period, maxPoints: FIVE_MINUTE_BUCKETS, device: null })
}
