import { calendarStretches, minuteStretches } from '#engine/energy/energyStretches.ts'
import type { EnergyBucketMinutes } from '#engine/energy/bucketGrid.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Database } from '#server/db/database.ts'
import { deriveEnergy } from '#server/energy/deriveEnergy.service.ts'
import { energyOf } from '#server/energy/energy.service.ts'
import { encodeSeries } from '#server/sensor/sampleCodec.ts'
import { createSampleReader } from '#server/sensor/sensor.store.ts'
import { CHUNK_MS } from '#server/sensor/series.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { NOTHING_UNSEALED } from '#server/sensor/unsealedSamples.ts'
import { addCompany, addMachine } from './testMachines.ts'

const PERIOD_MS = 10_000
const CHUNKS_AT_A_TIME = 400

/** A press with a year of power every ten seconds. */
export type YearOfEnergy = { readonly workCenter: WorkCenter; readonly year: Interval; readonly sampleCount: number }

/** Returns the press of a new company, its samples stored and its energy not worked out yet. */
export async function createYearOfEnergy(database: Database, company: string, year: Interval): Promise<YearOfEnergy> {
  const companyId = await addCompany(database, company)
  const { workCenterId } = await addMachine(database, companyId)
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into sensor (company_id, work_center_id, type) values ($1, $2, 'POWER') returning id`,
    [companyId, workCenterId],
  )
  let sampleCount = 0
  for (let from = year.start; from < year.end; from += CHUNKS_AT_A_TIME * CHUNK_MS) {
    const hours = Array.from({ length: CHUNKS_AT_A_TIME }, (_, at) => from + at * CHUNK_MS).filter((hourAt) => hourAt < year.end)
    const chunks = hours.map((hourAt) => encodeSeries(hourOfPower(hourAt)))
    sampleCount += chunks.reduce((sum, chunk) => sum + chunk.sampleCount, 0)
    await database.pool.query(
      `insert into sample_chunk (company_id, sensor_id, hour_at, sample_count, crc32, bytes)
       select $1, $2, * from unnest($3::int8[], $4::int[], $5::int8[], $6::bytea[])`,
      [
        companyId,
        rows[0]?.id,
        hours,
        chunks.map((chunk) => chunk.sampleCount),
        chunks.map((chunk) => chunk.crc32),
        chunks.map((chunk) => chunk.bytes),
      ],
    )
  }
  const [workCenter] = await database.inTenant(companyId, (tenant) => findWorkCenters(tenant, [workCenterId]))
  if (workCenter === undefined) throw new Error('the press was not stored')
  return { workCenter, year, sampleCount }
}

/** Works out and keeps the energy of the whole year. */
export async function keepYear(database: Database, { workCenter, year }: YearOfEnergy): Promise<void> {
  for (let isWaiting = true; isWaiting;)
    isWaiting = await deriveEnergy(database, workCenter.companyId, workCenter.id, year.end + 24 * CHUNK_MS)
}

/** Returns how many stretches of the period have energy, asked by month or in minutes the way the API asks. */
export async function askEnergy(
  database: Database,
  { workCenter, year }: YearOfEnergy,
  period: Interval,
  step: EnergyBucketMinutes | 'MONTH',
): Promise<number> {
  const stretches = step === 'MONTH' ? calendarStretches('UTC', period, step) : minuteStretches('UTC', period, step)
  const deps = {
    inTenant: <T>(work: Parameters<typeof database.inTenant<T>>[1]) => database.inTenant(workCenter.companyId, work),
    readSamples: createSampleReader(database),
    unsealed: NOTHING_UNSEALED,
    now: () => year.end + 24 * CHUNK_MS,
  }
  const energies = await energyOf(deps, workCenter, stretches)
  return energies.filter((energy) => energy.kwh !== null).length
}

function hourOfPower(hourAt: number): { readonly instants: number[]; readonly values: number[] } {
  const instants = Array.from({ length: CHUNK_MS / PERIOD_MS }, (_, at) => hourAt + at * PERIOD_MS)
  return { instants, values: instants.map((at) => Math.round(1000 * (8 + 4 * Math.sin(at / 1e6) + ((at / PERIOD_MS) % 7) / 10)) / 1000) }
}
