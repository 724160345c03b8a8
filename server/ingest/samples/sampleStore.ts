import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { isEnergyMeter } from '#engine/energy/energyBuckets.ts'
import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import type { Sample, SensorKey } from '#engine/sensor/sensorType.ts'
import { decodeSeries, encodeSeries } from '#server/sensor/sampleCodec.ts'
import type { Series } from '#server/sensor/sampleCodec.ts'
import { partsOfKey, sensorKeyOf } from '#server/sensor/sensorKey.ts'
import { chunkStart, mergeSeries, splitByChunk } from '#server/sensor/series.ts'
import { mergedColumns } from './mergedColumns.ts'
import type { SensorOf, WorkCenterSamples } from './sampleBuffer.ts'
import { workCenterKey } from '../setup/setupQuery.ts'
import type { WorkCenterRef } from '../setup/setupQuery.ts'

const REGISTER = `
insert into sensor (company_id, work_center_id, type, number)
select * from unnest($1::text[], $2::integer[], $3::text[], $4::smallint[])
on conflict (company_id, work_center_id, type, number) do nothing`
const FIND = `
select s.company_id, s.work_center_id, s.type, s.number, s.id
from (select distinct * from unnest($1::text[], $2::integer[])) as asked (company_id, work_center_id)
join sensor s on s.company_id = asked.company_id and s.work_center_id = asked.work_center_id`
const CHUNKS = `
select c.company_id, c.sensor_id, c.hour_at, c.bytes, c.crc32
from unnest($1::text[], $2::integer[], $3::bigint[]) as asked (company_id, sensor_id, hour_at)
join sample_chunk c on c.company_id = asked.company_id and c.sensor_id = asked.sensor_id and c.hour_at = asked.hour_at`
const UPSERT = `
insert into sample_chunk (company_id, sensor_id, hour_at, sample_count, crc32, bytes)
select chunk.company_id, chunk.sensor_id, chunk.hour_at, chunk.sample_count, chunk.crc32, substring($8::bytea from chunk.first for chunk.length)
from unnest($1::text[], $2::integer[], $3::bigint[], $4::integer[], $5::bigint[], $6::integer[], $7::integer[])
  as chunk (company_id, sensor_id, hour_at, sample_count, crc32, first, length)
on conflict (company_id, sensor_id, hour_at) do update set sample_count = excluded.sample_count, bytes = excluded.bytes, crc32 = excluded.crc32`
const READ = `
select s.type, s.number, c.hour_at, c.bytes, c.crc32
from sensor s join sample_chunk c on c.company_id = s.company_id and c.sensor_id = s.id
where s.company_id = $1 and s.work_center_id = $2 and c.hour_at >= $3 and c.hour_at < $4 order by c.hour_at`
const NEXT_HOUR = `
select min(c.hour_at) as hour_at from sensor s join sample_chunk c on c.company_id = s.company_id and c.sensor_id = s.id
where s.company_id = $1 and s.work_center_id = $2 and c.hour_at >= $3`
/** A late sample has the hours before it worked out again as far as it reaches; in order, it changes no row. */
const REWIND_ENERGY = `
update energy_progress p set derived_until = greatest(0, late.hour_at - p.reach_ms), rewinds = p.rewinds + 1
from unnest($1::text[], $2::integer[], $3::bigint[]) as late (company_id, work_center_id, hour_at)
where p.company_id = late.company_id and p.work_center_id = late.work_center_id and p.derived_until > late.hour_at - p.margin_ms`

/** Encoding a day of a fast sensor, or of a large site, is cut into turns of the main loop. */
const TURN_MS = 8

/**
 * On a device that reports on change no margin waits for late readings: the first reading of a meter in an hour, which may be late, changes the time back
 * to the reading before it, also in hours that are kept. In order that one lies in no kept hour.
 */
const REWIND_METERS = `
update energy_progress p set derived_until = greatest(0, late.before_at, late.hour_at - p.reach_ms), rewinds = p.rewinds + 1
from (
  select given.company_id, given.work_center_id, given.hour_at, coalesce((select max(c.hour_at) from sample_chunk c
    where c.company_id = given.company_id and c.sensor_id = given.sensor_id and c.hour_at < given.hour_at), given.hour_at) as before_at
  from unnest($1::text[], $2::integer[], $3::integer[], $4::bigint[]) as given (company_id, work_center_id, sensor_id, hour_at)
) late
where p.company_id = late.company_id and p.work_center_id = late.work_center_id and p.margin_ms = 0 and p.derived_until > late.before_at`

type Part = {
  readonly companyId: string
  readonly workCenterId: number
  readonly key: SensorKey
  readonly sensorId: number
  readonly hourAt: number
  readonly added: Series
}
type ChunkRow = { company_id: string; sensor_id: number; hour_at: number; bytes: Buffer; crc32: number }

/** Writes committed samples into hourly chunks within the caller's transaction and reads them back for recalculations. */
export class SampleStore {
  readonly #client: ClientBase
  readonly #onDamaged: (detail: string) => void
  /** Sensor ids by work center and key. */
  readonly #sensors = new Map<string, Map<SensorKey, number>>()

  constructor(client: ClientBase, onDamaged: (detail: string) => void) {
    this.#client = client
    this.#onDamaged = onDamaged
  }

  /** Merges the samples of registered sensors into their chunks. Writing the same samples again changes nothing. */
  async merge(taken: readonly WorkCenterSamples[]): Promise<void> {
    if (taken.length === 0) return
    const parts = taken.flatMap((one) => this.#partsOf(one))
    const stored = await this.#storedChunks(parts)
    const chunks: ReturnType<typeof encodeSeries>[] = []
    let turnAt = performance.now()
    for (const part of parts) {
      chunks.push(encodeSeries(mergeSeries(stored.get(chunkKey(part.companyId, part.sensorId, part.hourAt)) ?? EMPTY, part.added)))
      if (performance.now() - turnAt < TURN_MS) continue
      await nextTurn()
      turnAt = performance.now()
    }
    let first = 1
    await this.#client.query({
      name: 'ingest-chunks-upsert',
      text: UPSERT,
      values: [
        parts.map((part) => part.companyId),
        parts.map((part) => part.sensorId),
        parts.map((part) => part.hourAt),
        chunks.map((chunk) => chunk.sampleCount),
        chunks.map((chunk) => chunk.crc32),
        chunks.map((chunk) => (first += chunk.bytes.length) - chunk.bytes.length),
        chunks.map((chunk) => chunk.bytes.length),
        Buffer.concat(chunks.map((chunk) => chunk.bytes)),
      ],
    })
    await this.#rewindEnergy(parts, taken)
    await this.#rewindMeters(parts, stored)
  }

  /**
   * Adds those of the sensors that were never heard of, so that people see them and their readings before these are in chunks. Never within a transaction: one
   * that is undone would leave ids behind that no sensor has, and chunks that nobody finds.
   */
  async register(sensors: readonly SensorOf[]): Promise<void> {
    const missing = sensors
      .filter(({ ref, sensor }) => !this.#sensors.get(workCenterKey(ref))?.has(sensor))
      .map(({ ref, sensor }) => ({ ref, ...partsOfKey(sensor) }))
    if (missing.length === 0) return
    const companyIds = missing.map((one) => one.ref.companyId)
    const workCenterIds = missing.map((one) => one.ref.workCenterId)
    await this.#client.query(REGISTER, [companyIds, workCenterIds, missing.map((one) => one.type), missing.map((one) => one.number)])
    type Row = { company_id: string; work_center_id: number; type: string; number: number; id: number }
    const { rows } = await this.#client.query<Row>(FIND, [companyIds, workCenterIds])
    for (const row of rows) {
      const sensor = sensorKeyOf(`${row.type}:${row.number}`)
      const workCenter = `${row.company_id}/${row.work_center_id}`
      const known = this.#sensors.get(workCenter) ?? new Map<SensorKey, number>()
      this.#sensors.set(workCenter, known)
      if (sensor !== null) known.set(sensor, row.id)
    }
  }

  /** Returns the stored samples of the work center in the hours `[fromHour, toHour)` after the instant, ascending by instant and sensor. */
  async read({ companyId, workCenterId }: WorkCenterRef, fromHour: number, toHour: number, after = -Infinity): Promise<SampleColumns> {
    type Row = { type: string; number: number; hour_at: number; bytes: Buffer; crc32: number }
    const { rows } = await this.#client.query<Row>({
      name: 'ingest-chunks-read',
      text: READ,
      values: [companyId, workCenterId, fromHour, toHour],
    })
    // Chunks of one sensor arrive in the order of their hours, so that each sensor is one ascending series.
    const series = new Map<SensorKey, { readonly sensor: SensorKey; readonly instants: number[]; readonly values: number[] }>()
    for (const row of rows) {
      const sensor = sensorKeyOf(`${row.type}:${row.number}`)
      const { instants, values } = this.#decode(row, `${companyId} work center ${workCenterId} ${row.type}:${row.number}`)
      if (sensor === null) continue
      let whole = series.get(sensor)
      if (whole === undefined) series.set(sensor, (whole = { sensor, instants: [], values: [] }))
      for (const at of instants) whole.instants.push(at)
      for (const value of values) whole.values.push(value)
    }
    return mergedColumns([...series.values()], after)
  }

  /** Returns the first hour from the given one on in which the work center has stored samples, or null. */
  async nextHour({ companyId, workCenterId }: WorkCenterRef, fromHour: number): Promise<number | null> {
    const { rows } = await this.#client.query<{ hour_at: number | null }>({
      name: 'ingest-chunks-next',
      text: NEXT_HOUR,
      values: [companyId, workCenterId, fromHour],
    })
    return rows[0]?.hour_at ?? null
  }

  async #rewindEnergy(parts: readonly Part[], taken: readonly WorkCenterSamples[]): Promise<void> {
    const hours = taken.map(({ sensors }) => {
      let first = Infinity
      for (const { instants } of sensors.values()) for (const at of instants) first = Math.min(first, at)
      return first
    })
    const written = taken.filter((_one, index) => hours[index] !== Infinity)
    if (parts.length === 0) return
    await this.#client.query({
      name: 'ingest-chunks-energy',
      text: REWIND_ENERGY,
      values: [
        written.map((one) => one.ref.companyId),
        written.map((one) => one.ref.workCenterId),
        hours.filter((first) => first !== Infinity).map(chunkStart),
      ],
    })
  }

  async #rewindMeters(parts: readonly Part[], stored: ReadonlyMap<string, Series>): Promise<void> {
    const first = parts.filter(({ companyId, key, sensorId, hourAt, added }) => {
      if (!isEnergyMeter(key)) return false
      const known = stored.get(chunkKey(companyId, sensorId, hourAt))?.instants[0]
      return known === undefined || known > (added.instants[0] ?? Infinity)
    })
    if (first.length === 0) return
    await this.#client.query({
      name: 'ingest-chunks-meters',
      text: REWIND_METERS,
      values: [
        first.map((part) => part.companyId),
        first.map((part) => part.workCenterId),
        first.map((part) => part.sensorId),
        first.map((part) => part.hourAt),
      ],
    })
  }

  #partsOf({ ref, sensors }: WorkCenterSamples): Part[] {
    const known = this.#sensors.get(workCenterKey(ref))
    return [...sensors].flatMap(([key, columns]) => {
      const sensorId = known?.get(key)
      if (sensorId === undefined) throw new Error(`sensor ${key} of work center ${workCenterKey(ref)} was not registered`)
      return [...splitByChunk(columns)].map(([hourAt, added]) => ({ ...ref, key, sensorId, hourAt, added }))
    })
  }

  async #storedChunks(parts: readonly Part[]): Promise<Map<string, Series>> {
    const { rows } = await this.#client.query<ChunkRow>({
      name: 'ingest-chunks-stored',
      text: CHUNKS,
      values: [parts.map((part) => part.companyId), parts.map((part) => part.sensorId), parts.map((part) => part.hourAt)],
    })
    return new Map(
      rows.map((row) => [
        chunkKey(row.company_id, row.sensor_id, row.hour_at),
        this.#decode(row, `${row.company_id} sensor ${row.sensor_id}`),
      ]),
    )
  }

  /** A damaged chunk is that sensor's hour: it is reported and counts as empty. */
  #decode(row: { hour_at: number; bytes: Buffer; crc32: number }, whose: string): Series {
    try {
      return decodeSeries(row)
    } catch (error) {
      this.#onDamaged(`${whose}, hour ${new Date(row.hour_at).toISOString()}: ${error instanceof Error ? error.message : 'unreadable'}`)
      return EMPTY
    }
  }
}

const EMPTY: Series = { instants: [], values: [] }

/** Orders samples by instant, then sensor: the order in which the engine takes them. */
export function bySampleOrder(a: Sample, b: Sample): number {
  return a.at - b.at || (a.sensor < b.sensor ? -1 : a.sensor > b.sensor ? 1 : 0)
}

function chunkKey(companyId: string, sensorId: number, hourAt: number): string {
  return `${companyId}/${sensorId}/${hourAt}`
}
