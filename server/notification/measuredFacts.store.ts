import { sql } from 'kysely'
import type { PowerConstants } from '#engine/energy/power.ts'
import { OEE_ISSUES } from '#engine/facts.ts'
import type { CompanyId, SensorId, WorkCenterId } from '#engine/ids.ts'
import type { RefusedEntry } from '#engine/notification/connectionError.ts'
import type { FlowShift } from '#engine/notification/flowError.ts'
import { toRatio } from '#server/ingest/setup/electricalRow.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import { LONGEST_SHIFT_MS } from '#server/shift/shift.store.ts'
import { askedSince } from './conditionFacts.store.ts'
import type { AskedSince } from './conditionFacts.store.ts'
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/schema.ts'

/** The sensors that notifications look at, and how their device reports. */
export type MeasuredDevice = {
  readonly sensors: ReadonlyMap<string, SensorId>
  readonly periodMs: number
  /** null = nothing is measured. */
  readonly electrical: (PowerConstants & { readonly nominalPowerKw: number | null }) | null
}

type Row = {
  workCenterId: WorkCenterId
  type: string
  id: SensorId
  periodMs: number | null
  cosPhi: number | null
  voltage: number | null
  ratioCode: string | null
  nominalPowerKw: number | null
}
const MEASURED = ['BATTERY_LEVEL', 'CHARGING_STATUS', 'ELECTRIC_CURRENT_A', 'ELECTRIC_CURRENT_B', 'ELECTRIC_CURRENT_C'] as const
const USUAL_PERIOD_MS = 10_000

/** Returns the sensors of battery and phases of the work centers that have some. */
export async function listMeasuredDevices(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
): Promise<ReadonlyMap<WorkCenterId, MeasuredDevice>> {
  const { rows } =
    await sql<Row>`select s.work_center_id as "workCenterId", s.type, s.id, d.nominal_period_ms as "periodMs", w.cos_phi as "cosPhi",
      w.voltage, w.transformation_ratio_code as "ratioCode", w.nominal_power as "nominalPowerKw"
    from sensor s join work_center w on w.company_id = s.company_id and w.id = s.work_center_id
    left join device d on d.company_id = w.company_id and d.work_center_id = w.id
    where s.company_id = ${tenant.companyId} and s.work_center_id = any(${[...workCenterIds]}::int[]) and s.number = 1
      and s.type = any(${[...MEASURED]}::text[])`.execute(tenant.tx)
  return new Map(
    [...Map.groupBy(rows, ({ workCenterId }) => workCenterId)].map(([id, own]) => {
      const [first] = own
      return [
        id,
        {
          sensors: new Map(own.map((sensor) => [sensor.type, sensor.id])),
          periodMs: first?.periodMs ?? USUAL_PERIOD_MS,
          electrical: first === undefined ? null : { ...first, transformationRatio: toRatio(first.ratioCode) },
        },
      ]
    }),
  )
}

/** Returns the entries of the device of each work center that were refused from its instant until now, ascending. */
export async function listRefused(
  tenant: Tenant,
  asked: readonly AskedSince[],
  now: number,
): Promise<ReadonlyMap<WorkCenterId, readonly RefusedEntry[]>> {
  const { rows } = await sql<RefusedEntry & { readonly workCenterId: WorkCenterId }>`
    select asked.id as "workCenterId", q.received_at as at, q.reason
    from ${askedSince(asked)}
    join device d on d.company_id = ${tenant.companyId} and d.work_center_id = asked.id
    join quarantine q on q.device_id = d.id and q.company_id = d.company_id and q.received_at >= asked.since
    where q.received_at >= ${leastSince(asked)}::int8 and q.received_at <= ${now}::int8
    order by asked.id, q.received_at, q.id`.execute(tenant.tx)
  return Map.groupBy(rows, ({ workCenterId }) => workCenterId)
}

/** Returns what is wrong with the counters in the shifts of each work center from its instant until now, ascending. */
export async function listFlowShifts(
  tenant: Tenant,
  asked: readonly AskedSince[],
  now: number,
): Promise<ReadonlyMap<WorkCenterId, readonly FlowShift[]>> {
  const { rows } = await sql<{ workCenterId: WorkCenterId; start: number; end: number; issues: readonly string[] }>`
    select s.work_center_id as "workCenterId", s.start_at as start, s.end_at as end, s.issues
    from ${askedSince(asked)}
    join shift s on s.company_id = ${tenant.companyId} and s.work_center_id = asked.id and s.end_at > asked.since and s.start_at <= ${now}::int8
      and s.start_at > asked.since - ${LONGEST_SHIFT_MS}::int8
    order by s.work_center_id, s.start_at`.execute(tenant.tx)
  const shifts = rows.map(({ issues, ...shift }) => ({ ...shift, issues: issues.map((issue) => oneOf(OEE_ISSUES, issue)) }))
  return Map.groupBy(shifts, ({ workCenterId }) => workCenterId)
}

function leastSince(asked: readonly AskedSince[]): number {
  return asked.reduce((least, { since }) => Math.min(least, since), Number.MAX_SAFE_INTEGER)
}

/** A work center of which something is found without a rule. */
export type Found = { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId }

/** Returns the work centers whose devices sent five or more entries that were refused since the instant. */
export async function listRefusing(tx: Transaction<DB>, since: number): Promise<readonly Found[]> {
  const { rows } = await sql<Found>`select d.company_id as "companyId", d.work_center_id as "workCenterId"
    from (select device_id from quarantine where received_at >= ${since}::int8 and device_id is not null and reason <> 'UNKNOWN_SENSOR' group by device_id having count(*) >= 5) q
    join device d on d.id = q.device_id where d.company_id is not null and d.work_center_id is not null`.execute(tx)
  return rows
}

/** Returns those of the work centers whose counters did not fit in a shift that ended at the instant, or are told not to. */
export async function listFlowTrouble(tx: Transaction<DB>, ended: readonly (Found & { readonly at: number })[]): Promise<readonly Found[]> {
  if (ended.length === 0) return []
  const given = JSON.stringify(
    ended.map(({ companyId, workCenterId, at }) => ({ company_id: companyId, work_center_id: workCenterId, at })),
  )
  const { rows } = await sql<Found>`select distinct g.company_id as "companyId", g.work_center_id as "workCenterId"
    from json_to_recordset(${given}::json) as g (company_id text, work_center_id integer, at bigint)
    where exists (select from shift s where s.company_id = g.company_id and s.work_center_id = g.work_center_id and s.end_at = g.at
        and s.issues && array['COUNTER_MISMATCH', 'COUNTER_SPIKE'])
      or exists (select from notification n where n.company_id = g.company_id and n.work_center_id = g.work_center_id
        and n.state in ('PENDING', 'OPEN') and n.type = 'FLOW_ERROR')`.execute(tx)
  return rows
}
