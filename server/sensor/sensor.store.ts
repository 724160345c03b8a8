import { sql } from 'kysely'
import type { SensorId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { decodeSeries } from './sampleCodec.ts'
import type { SampleReader, SampleSeries } from './sampleSeries.ts'
import { CHUNK_MS, chunkStart, clipSeries } from './series.ts'

type ChunkRow = { readonly sensor_id: number; readonly hour_at: number; readonly bytes: Buffer; readonly crc32: number }

/** Told of a chunk whose checksum is wrong; its hour of that sensor reads as without samples. */
export type OnDamagedChunk = (chunk: { readonly sensorId: number; readonly hourAt: number; readonly reason: string }) => void

/**
 * Returns the readings of each sensor in `[start, end)`, ascending, from its hourly chunks; a sensor without any is absent. The running hour's
 * chunk is written again every few seconds, so the newest readings are there too.
 */
export async function readSamples(
  tenant: Tenant,
  sensorIds: readonly SensorId[],
  { start, end }: { readonly start: number; readonly end: number },
  onDamaged: OnDamagedChunk = () => undefined,
): Promise<ReadonlyMap<SensorId, SampleSeries>> {
  const { rows } = await sql<ChunkRow>`select sensor_id, hour_at, bytes, crc32 from sample_chunk
    where company_id = ${tenant.companyId} and sensor_id = any(${sensorIds}::int[]) and hour_at >= ${chunkStart(start)} and hour_at < ${end}
    order by sensor_id, hour_at`.execute(tenant.tx)
  const found = new Map<SensorId, { instants: number[]; values: number[] }>()
  for (const row of rows) {
    const part = readChunk(row, start, end, onDamaged)
    if (part.instants.length === 0) continue
    const id = asId<SensorId>(row.sensor_id)
    const whole = found.get(id)
    if (whole === undefined) found.set(id, { instants: [...part.instants], values: [...part.values] })
    else {
      for (const at of part.instants) whole.instants.push(at)
      for (const value of part.values) whole.values.push(value)
    }
  }
  return found
}

/** Returns the reader that the API is given: a transaction of the company a call. */
export function createSampleReader(database: Pick<Database, 'inTenant'>, onDamaged?: OnDamagedChunk): SampleReader {
  return (companyId, sensorIds, start, end) =>
    database.inTenant(companyId, (tenant) => readSamples(tenant, sensorIds, { start, end }, onDamaged))
}

function readChunk(
  row: ChunkRow,
  start: number,
  end: number,
  onDamaged: OnDamagedChunk,
): SampleSeries & { instants: readonly number[]; values: readonly number[] } {
  try {
    const series = decodeSeries(row)
    return row.hour_at >= start && row.hour_at + CHUNK_MS <= end ? series : clipSeries(series, start, end)
  } catch (error) {
    onDamaged({ sensorId: row.sensor_id, hourAt: row.hour_at, reason: error instanceof Error ? error.message : 'unreadable' })
    return { instants: [], values: [] }
  }
}
