import { sql } from 'kysely'
import type { TracedRequest } from '#engine/integration/requestTrace.ts'
import type { Tenant } from '#server/db/database.ts'

/** A request that was made, and when. */
export type LoggedRequest = TracedRequest & {
  readonly id: string
  readonly askedOn: Date
  /** Of which run; null = of a setup, or of messages that go out. */
  readonly runId: string | null
}

/** So many requests are kept of each integration, beside those of its last failed run. */
export const REQUESTS_KEPT = 50

/**
 * Stores the requests, in their order, and forgets the oldest beyond those that are kept. What the last failed run asked stays until another fails: by the morning
 * good runs would have taken the place of that of the night.
 */
export async function addRequests(tenant: Tenant, integrationId: string, requests: readonly Omit<LoggedRequest, 'id'>[]): Promise<void> {
  if (requests.length === 0) return
  await sql`insert into integration_request (company_id, integration_id, run_id, asked_on, asked, status, ms, answer, problem)
    select ${tenant.companyId}, ${integrationId}::uuid, r."runId", r."askedOn", r.asked, r.status, r.ms, r.answer, r.problem
    from rows from (jsonb_to_recordset(${JSON.stringify(requests)}::jsonb)
        as ("runId" uuid, "askedOn" timestamptz, asked text, status integer, ms integer, answer text, problem text))
      with ordinality as r ("runId", "askedOn", asked, status, ms, answer, problem, place)
    order by r.place`.execute(tenant.tx)
  await sql`delete from integration_request where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid
    and id <= (select id from integration_request where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid
      order by id desc offset ${REQUESTS_KEPT} limit 1)
    and (run_id is null or run_id is distinct from (select id from integration_run where company_id = ${tenant.companyId}
      and integration_id = ${integrationId}::uuid and error is not null order by id desc limit 1))`.execute(tenant.tx)
}

/** Returns the requests that are kept of the integration, the newest first; of one run where it is named. */
export async function listRequests(tenant: Tenant, integrationId: string, runId: string | null): Promise<readonly LoggedRequest[]> {
  const { rows } =
    await sql<LoggedRequest>`select id::text as id, run_id as "runId", asked_on as "askedOn", asked, status, ms, answer, problem
    from integration_request where company_id = ${tenant.companyId} and integration_id = ${integrationId}::uuid
    and (${runId}::uuid is null or run_id = ${runId}::uuid) order by integration_request.id desc`.execute(tenant.tx)
  return rows
}
