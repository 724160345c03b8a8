import { sql } from 'kysely'
import type { PowerConstants } from '#engine/energy/power.ts'
import { OEE_ISSUES } from '#engine/facts.ts'
import type { CompanyId, SensorId, WorkCenterId } from '#engine/ids.ts'
import type { RefusedEntry } from '#engine/notification/connectionError.ts'
import type { FlowShift } from '#engine/notification/flowError.ts'
import { toRatio } from '#server/ingest/setup/electricalRow.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
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

/** Returns the sensors of battery and phases of the work center. */
export async function findMeasuredDevice(tenant: Tenant, workCenterId: WorkCenterId): Promise<MeasuredDevice> {
  const { rows } = await sql<Row>`select s.type, s.id, d.nominal_period_ms as "periodMs", w.cos_phi as "cosPhi", w.voltage,
      w.transformation_ratio_code as "ratioCode", w.nominal_power as "nominalPowerKw"
    from sensor s join work_center w on w.company_id = s.company_id and w.id = s.work_center_id
    left join device d on d.company_id = w.company_id and d.work_center_id = w.id
    where s.company_id = ${tenant.companyId} and s.work_center_id = ${workCenterId} and s.number = 1 and s.type = any(${[...MEASURED]}::text[])`.execute(
    tenant.tx,
  )
  const [first] = rows
  return {
    sensors: new Map(rows.map(({ type, id }) => [type, id])),
    periodMs: first?.periodMs ?? USUAL_PERIOD_MS,
    electrical: first === undefined ? null : { ...first, transformationRatio: toRatio(first.ratioCode) },
  }
}

/** Returns the entries of the work center's device that were refused in the time, ascending. */
export async function listRefused(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { since, now }: { readonly since: number; readonly now: number },
): Promise<readonly RefusedEntry[]> {
  const { rows } = await sql<RefusedEntry>`select q.received_at as at, q.reason from quarantine q
    join device d on d.id = q.device_id and d.company_id = ${tenant.companyId} and d.work_center_id = ${workCenterId}
    where q.company_id = ${tenant.companyId} and q.received_at >= ${since}::int8 and q.received_at <= ${now}::int8
    order by q.received_at, q.id`.execute(tenant.tx)
  return rows
}

/** Returns what is wrong with the counters in the shifts of the time, ascending. */
export async function listFlowShifts(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { since, now }: { readonly since: number; readonly now: number },
): Promise<readonly FlowShift[]> {
  const { rows } = await sql<{
    start: number
    end: number
    issues: readonly string[]
  }>`select start_at as start, end_at as end, issues from shift
    where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and end_at > ${since}::int8 and start_at <= ${now}::int8
    order by start_at`.execute(tenant.tx)
  return rows.map(({ start, end, issues }) => ({ start, end, issues: issues.map((issue) => oneOf(OEE_ISSUES, issue)) }))
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
