import { sql } from 'kysely'
import type { CompanyId, SensorId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { decodeSeries } from './sampleCodec.ts'
import type { Series } from './sampleCodec.ts'
import type { SampleReader } from './sampleSeries.ts'
import type { UnsealedSamples } from './unsealedSamples.ts'
import { sensorKeyOf } from './sensorKey.ts'
import { CHUNK_MS, chunkStart, clipSeries, mergeSeries } from './series.ts'

type ChunkRow = { readonly sensor_id: number; readonly hour_at: number; readonly bytes: Buffer; readonly crc32: number }

/** Called with a chunk of a wrong checksum; its hour of that sensor reads as empty. */
export type OnDamagedChunk = (chunk: { readonly sensorId: number; readonly hourAt: number; readonly reason: string }) => void

export type SampleReaderOptions = {
  readonly onDamaged?: OnDamagedChunk
  /** What this process holds of samples that are not in chunks yet. */
  readonly unsealed?: Pick<UnsealedSamples, 'readingsOf'>
  /** Has another process write what it holds; for a process without ingest. */
  readonly settle?: (companyId: CompanyId, workCenterIds: readonly WorkCenterId[], end: number) => Promise<void>
}

/** Returns the readings of each sensor in `[start, end)`, ascending, from its hourly chunks; a sensor without any is absent. */
export async function readSamples(
  tenant: Tenant,
  sensorIds: readonly SensorId[],
  { start, end }: { readonly start: number; readonly end: number },
  onDamaged: OnDamagedChunk = () => undefined,
): Promise<Map<SensorId, Series>> {
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

/** Returns the reader that the API is given: a transaction of the company a call, chunks and the readings that wait for theirs alike. */
export function createSampleReader(
  database: Pick<Database, 'inTenant'>,
  { onDamaged, unsealed, settle }: SampleReaderOptions = {},
): SampleReader {
  return (companyId, sensorIds, start, end) =>
    database.inTenant(companyId, async (tenant) => {
      // First what waits, then the chunks: what is written to its chunk in between is in both, and not in neither.
      if (settle !== undefined) await settle(companyId, await workCentersOf(tenant, sensorIds), end)
      const newest = unsealed === undefined ? [] : await readUnsealed(tenant, sensorIds, unsealed)
      const found = await readSamples(tenant, sensorIds, { start, end }, onDamaged)
      for (const [id, readings] of newest) {
        const series = clipSeries(mergeSeries(found.get(id) ?? { instants: [], values: [] }, readings), start, end)
        if (series.instants.length > 0) found.set(id, series)
      }
      return found
    })
}

async function workCentersOf({ companyId, tx }: Tenant, sensorIds: readonly SensorId[]): Promise<readonly WorkCenterId[]> {
  const rows = await sql<{ id: WorkCenterId }>`select distinct work_center_id as id from sensor
    where company_id = ${companyId} and id = any(${sensorIds}::int[])`.execute(tx)
  return rows.rows.map(({ id }) => id)
}

async function readUnsealed(
  tenant: Tenant,
  sensorIds: readonly SensorId[],
  unsealed: Pick<UnsealedSamples, 'readingsOf'>,
): Promise<[SensorId, Series][]> {
  const rows = await tenant.tx
    .selectFrom('sensor')
    .select(['id', 'work_center_id', 'type', 'number'])
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', sensorIds.length > 0 ? sensorIds : [asId<SensorId>(0)])
    .execute()
  return rows.flatMap((row): [SensorId, Series][] => {
    const key = sensorKeyOf(`${row.type}:${row.number}`)
    if (key === null) return []
    const readings = unsealed.readingsOf({ companyId: tenant.companyId, workCenterId: asId<WorkCenterId>(row.work_center_id) }, key)
    return readings.instants.length === 0 ? [] : [[asId<SensorId>(row.id), readings]]
  })
}

function readChunk(row: ChunkRow, start: number, end: number, onDamaged: OnDamagedChunk): Series {
  try {
    const series = decodeSeries(row)
    return row.hour_at >= start && row.hour_at + CHUNK_MS <= end ? series : clipSeries(series, start, end)
  } catch (error) {
    onDamaged({ sensorId: row.sensor_id, hourAt: row.hour_at, reason: error instanceof Error ? error.message : 'unreadable' })
    return { instants: [], values: [] }
  }
}
