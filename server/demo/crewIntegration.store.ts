import { sql } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { RunCounts } from '#server/integration/run.store.ts'

/** So many machines of the plant does its ERP know. */
export const DEMO_ERP_MACHINES = 4

/** A machine of the plant as the ERP knows it. */
export type LinkedMachine = { readonly id: WorkCenterId; readonly name: string; readonly code: string }

/** Returns the id of the integration of that address, null where there is none. */
export async function findIntegrationAt({ tx, companyId }: Tenant, serviceUrl: string): Promise<string | null> {
  const { rows } = await sql<{ readonly id: string }>`select id from integration where company_id = ${companyId}
    and service_url = ${serviceUrl} and deleted_on is null`.execute(tx)
  return rows[0]?.id ?? null
}

/** Returns the first machines of the plant that have a code. */
export async function listMachines({ tx, companyId }: Tenant, most: number): Promise<readonly LinkedMachine[]> {
  const { rows } = await sql<LinkedMachine>`select id, name, external_code as code from work_center
    where company_id = ${companyId} and external_code is not null and device_status = 'ACTIVE' and not is_trial order by id limit ${most}`.execute(
    tx,
  )
  return rows
}

/** Says of the integration what its setup would have found, and that its runs need no job: the crew tells them. */
export async function connectIntegration(
  { tx, companyId }: Tenant,
  id: string,
  { probe, at }: { readonly probe: object; readonly at: Date },
): Promise<void> {
  await sql`update integration set status = 'CONNECTED', sends = '{}', import_type = 'UPDATE', probe = ${JSON.stringify(probe)}::jsonb,
    probed_on = ${at}::timestamptz, read_all_on = ${at}::timestamptz, next_run_on = null
    where company_id = ${companyId} and id = ${id}::uuid`.execute(tx)
}

/** Gives links of before the names by which the ERP of the demo knows its orders. */
export async function renameOrders({ tx, companyId }: Tenant, id: string): Promise<void> {
  await sql`delete from integration_order where company_id = ${companyId} and integration_id = ${id}::uuid
    and external_id like 'mrp.workorder/%'`.execute(tx)
}

/** Removes what visitors imported, previewed or decided of the demo's ERP, and with it the integrations that they made or set up: the crew lays its own again. */
export async function removeForeignIntegrations({ tx, companyId }: Tenant, crew: readonly string[]): Promise<void> {
  await sql`delete from integration i where i.company_id = ${companyId} and (i.created_by <> all(${crew}::uuid[]) or i.updated_by <> all(${crew}::uuid[])
    or exists (select from integration_run r where r.company_id = i.company_id and r.integration_id = i.id and r.user_id is not null)
    or exists (select from integration_outbox m where m.company_id = i.company_id and m.integration_id = i.id and m.decided_by is not null))`.execute(
    tx,
  )
}

/** Links the orders of the linked machines since the instant that are not linked yet; returns how many are new, and how many there are. */
export async function linkNewOrders(
  { tx, companyId }: Tenant,
  id: string,
  { since, at }: { readonly since: Date; readonly at: Date },
): Promise<{ readonly made: number; readonly all: number }> {
  const { numAffectedRows } = await sql`insert into integration_order
      (company_id, integration_id, external_id, external_code, job_order_id, external_status, said, seen_on)
    select j.company_id, ${id}::uuid, 'mrp.production/' || j.id, j.external_code, j.id, 'confirmed', 0, ${at}::timestamptz
    from job_order j join integration_link l on l.company_id = j.company_id and l.integration_id = ${id}::uuid and l.work_center_id = j.work_center_id
    where j.company_id = ${companyId} and j.external_code is not null and j.created_on >= ${since}::timestamptz and j.status <> 'CANCELLED'
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ readonly all: number }>`select count(*)::int as all from integration_order
    where company_id = ${companyId} and integration_id = ${id}::uuid`.execute(tx)
  return { made: Number(numAffectedRows ?? 0), all: rows[0]?.all ?? 0 }
}

/** Returns when the last run began; null before the first. */
export async function findLastRun({ tx, companyId }: Tenant, id: string): Promise<Date | null> {
  const { rows } = await sql<{ readonly at: Date | null }>`select max(started_on) as at from integration_run
    where company_id = ${companyId} and integration_id = ${id}::uuid`.execute(tx)
  return rows[0]?.at ?? null
}

/** Stores a run that began at the instant and took a few seconds. */
export async function insertPastRun(
  { tx, companyId }: Tenant,
  id: string,
  run: { readonly at: Date; readonly counts: RunCounts; readonly isFull: boolean },
): Promise<void> {
  await sql`insert into integration_run (company_id, integration_id, kind, is_full, started_on, ended_on, counts)
    values (${companyId}, ${id}::uuid, 'RUN', ${run.isFull}, ${run.at}::timestamptz, ${run.at}::timestamptz + interval '4 seconds',
      ${JSON.stringify(run.counts)}::jsonb)`.execute(tx)
}

/** Stores messages that were heard of what was confirmed of linked orders since the instant; no act is told twice. */
export async function tellConfirmed({ tx, companyId }: Tenant, id: string, since: Date): Promise<void> {
  await sql`insert into integration_outbox (company_id, integration_id, external_id, job_order_id, event_id, operation, accepted, rejected,
      state, tries, next_try_on, created_on, answered_on)
    select e.company_id, ${id}::uuid, o.external_id, e.job_order_id, e.id, 'OUTPUT', j.accepted_output, j.rejected_output,
      'SENT', 1, e.created_on, e.created_on, e.created_on + interval '3 seconds'
    from job_order_event e
    join integration_order o on o.company_id = e.company_id and o.integration_id = ${id}::uuid and o.job_order_id = e.job_order_id
    join job_order j on j.company_id = e.company_id and j.id = e.job_order_id
    where e.company_id = ${companyId} and e.kind like 'CONFIRM%' and e.created_on >= ${since}::timestamptz
    order by e.id on conflict do nothing`.execute(tx)
}

/** Lets the last message of the order that was closed last be a conflict, unless there is one: somebody took so many units off over there. */
export async function keepConflict({ tx, companyId }: Tenant, id: string, units: number): Promise<void> {
  await sql`update integration_outbox m set state = 'CONFLICT', answered_on = null, theirs = m.accepted - ${units}::numeric
    where m.company_id = ${companyId} and m.integration_id = ${id}::uuid and m.id = (
      select max(l.id) from integration_outbox l join job_order j on j.company_id = l.company_id and j.id = l.job_order_id
      where l.company_id = ${companyId} and l.integration_id = ${id}::uuid and l.accepted > ${units} and l.state = 'SENT'
        and j.status in ('COMPLETED', 'TECHNICALLY_COMPLETED'))
    and not exists (select from integration_outbox c where c.company_id = ${companyId} and c.integration_id = ${id}::uuid
      and c.state = 'CONFLICT')`.execute(tx)
}

/** Forgets runs and messages of before the instant. */
export async function forgetTraffic({ tx, companyId }: Tenant, id: string, before: Date): Promise<void> {
  await sql`delete from integration_run where company_id = ${companyId} and integration_id = ${id}::uuid and started_on < ${before}`.execute(
    tx,
  )
  await sql`delete from integration_outbox where company_id = ${companyId} and integration_id = ${id}::uuid
    and created_on < ${before}`.execute(tx)
}

/** Returns the id of the integration that the person made. */
export async function insertDemoIntegration(
  { tx, companyId }: Tenant,
  made: { readonly name: string; readonly serviceUrl: string; readonly settings: object; readonly userId: UserId; readonly at: Date },
): Promise<string> {
  const { rows } = await sql<{ readonly id: string }>`insert into integration
      (company_id, service, name, service_url, settings, created_by, created_on, updated_by, updated_on, scheduled_since)
    values (${companyId}, 'ODOO', ${made.name}, ${made.serviceUrl}, ${JSON.stringify(made.settings)}::jsonb, ${made.userId},
      ${made.at}::timestamptz, ${made.userId}, ${made.at}::timestamptz, ${made.at}::timestamptz) returning id`.execute(tx)
  return rows[0]?.id ?? ''
}
