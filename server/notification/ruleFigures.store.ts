import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { ToldOnce } from '#engine/notification/ruleWorth.ts'
import type { Tenant } from '#server/db/database.ts'

type AskedRule = { readonly id: string; readonly workCenterId: WorkCenterId; readonly conditionKey: string }

/** So many are judged of a rule, the newest. */
const MOST = 1_000

/** Returns for each of the rules what it told since the instant and what became of it; what did not happen, or was found late, is left out. */
export async function listToldBy(tenant: Tenant, rules: readonly AskedRule[], since: number): Promise<readonly (readonly ToldOnce[])[]> {
  if (rules.length === 0) return []
  const given = JSON.stringify(rules.map(({ id, workCenterId, conditionKey }) => ({ id, work_center_id: workCenterId, key: conditionKey })))
  const { rows } = await sql<ToldOnce & { readonly ruleId: string }>`
    select g.id as "ruleId", n.since, n.until, n.fired_at as "firedAt", n.acknowledged_at as "acknowledgedAt", seen.at as "seenAt", said.at as "classifiedAt"
    from json_to_recordset(${given}::json) as g (id text, work_center_id int, key text)
    cross join lateral (select * from notification t
      where t.company_id = ${tenant.companyId} and t.work_center_id = g.work_center_id and t.condition_key = g.key and t.since >= ${since}::int8
        and t.fired_at is not null and t.state in ('OPEN', 'RESOLVED') and not t.is_found_late
        and exists (select from jsonb_array_elements(t.steps) with ordinality as s (step, place)
          where place <= t.told_steps and step ->> 'configId' = g.id)
      order by t.since desc limit ${MOST}) n
    cross join lateral (select min(r.read_at) as at from notification_receipt r
      where r.company_id = n.company_id and r.notification_id = n.id) seen
    cross join lateral (select min(s.at) as at from loss_annotation a
      cross join lateral (select coalesce(a.said_at, (extract(epoch from a.created_on) * 1000)::int8) as at) s
      where n.type = 'STATUS_DURATION' and a.company_id = n.company_id and a.work_center_id = n.work_center_id and a.source = 'STATUS' and a.is_valid
        and a.reason_id is not null and int8range(a.start_at, a.end_at) && int8range(n.since, n.until) and s.at >= n.fired_at) said
    order by n.since`.execute(tenant.tx)
  const byRule = Map.groupBy(rows, ({ ruleId }) => ruleId)
  return rules.map(({ id }) => byRule.get(id) ?? [])
}
