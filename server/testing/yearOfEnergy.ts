import { calendarStretches, minuteStretches } from '#engine/energy/energyStretches.ts'
import type { EnergyBucketMinutes } from '#engine/energy/bucketGrid.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Database } from '#server/db/database.ts'
import { deriveEnergy } from '#server/energy/deriveEnergy.service.ts'
import { deriveShares } from '#server/energy/deriveShares.service.ts'
import { energyCosts } from '#server/energy/energyCost.service.ts'
import type { EnergySplit } from '#server/energy/energyCost.service.ts'
import { energyOf } from '#server/energy/energy.service.ts'
import { encodeSeries } from '#server/sensor/sampleCodec.ts'
import { createSampleReader } from '#server/sensor/sensor.store.ts'
import { CHUNK_MS } from '#server/sensor/series.ts'
import { findWorkCenters, listWorkCenters } from '#server/workCenter/workCenter.store.ts'
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

/** Divides the kept energy of the whole year by status and order; the press changes between work and idleness each twenty minutes. */
export async function shareYear(database: Database, { workCenter, year }: YearOfEnergy): Promise<void> {
  await database.pool.query(
    `insert into status_interval (company_id, work_center_id, start_at, end_at, kind, status_rule_id)
     select $1, $2, at, at + 1200000, 'RULE', r.id + at / 1200000 % 2
     from generate_series($3::int8, $4::int8 - 1, 1200000) at cross join (select min(id) as id from status_rule where work_center_id = $2) r`,
    [workCenter.companyId, workCenter.id, year.start, year.end],
  )
  for (let isWaiting = true; isWaiting;) isWaiting = await deriveShares(database, workCenter.companyId, workCenter.id)
}

const MACHINES = 100

/** Returns a hundred presses with their energy of the time kept by status and order: three statuses in each hour, and an order a day. */
export async function createPlantOfShares(database: Database, company: string, { start, end }: Interval): Promise<readonly WorkCenter[]> {
  const companyId = await addCompany(database, company)
  const { workCenterId } = await addMachine(database, companyId)
  await database.pool.query(
    `insert into work_center (company_id, name, status_source, target_speed) select $1, 'Press ' || n, 'POWER', 60 from generate_series(2, $2) n`,
    [companyId, MACHINES],
  )
  await database.pool.query(
    `insert into energy_progress (company_id, work_center_id, derived_until, zone, margin_ms, reach_ms, shared_until)
     select w.company_id, w.id, $2, c.time_zone, 3600000, 3600000, $2 from work_center w join company c on c.id = w.company_id where w.company_id = $1`,
    [companyId, end],
  )
  await database.pool.query(
    `insert into energy_share (company_id, work_center_id, hour_at, number, status_kind, status_rule_id, is_effective, job_order_ids, start_at, end_at,
       elapsed_ms, covered_ms, kwh, quarter_kwh, is_assumed_balanced)
     select w.company_id, w.id, hour_at, number, case number when 3 then 'OFF' else 'RULE' end, case number when 3 then null else r.id + number - 1 end,
       number = 1, array[(hour_at / 86400000)::int], hour_at + number * 600000, hour_at + number * 600000 + 1200000, 1200000, 1200000,
       4.5 / number, array[1.5 / number, 1.0 / number, 1.0 / number, 1.0 / number], false
     from work_center w cross join generate_series($2::int8, $3::int8 - 1, 3600000) hour_at cross join generate_series(1, 3) number
     cross join (select min(id) as id from status_rule where work_center_id = $4) r where w.company_id = $1`,
    [companyId, start, end, workCenterId],
  )
  await database.pool.query('analyze energy_share')
  return await database.inTenant(companyId, (tenant) => listWorkCenters(tenant, {}))
}

/** Returns how many rows the cost of energy has, divided as the API asks. */
export async function askCosts(
  database: Database,
  workCenters: readonly WorkCenter[],
  period: Interval,
  split: EnergySplit,
): Promise<number> {
  const companyId = workCenters[0]?.companyId
  if (companyId === undefined) return 0
  const deps = {
    inTenant: <T>(work: Parameters<typeof database.inTenant<T>>[1]) => database.inTenant(companyId, work),
    readSamples: createSampleReader(database),
    unsealed: NOTHING_UNSEALED,
    now: () => period.end + 24 * CHUNK_MS,
  }
  return (await energyCosts(deps, workCenters, period, split)).length
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
