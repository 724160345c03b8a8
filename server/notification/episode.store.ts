import { sql } from 'kysely'
import { z } from 'zod'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Step } from '#engine/notification/escalation.ts'
import { AUDIENCES, SEVERITIES } from '#engine/notification/notificationType.ts'
import type { NotificationType, Severity } from '#engine/notification/notificationType.ts'
import type { StoredEpisode } from '#engine/notification/matchEpisodes.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'
import { askedSince } from './conditionFacts.store.ts'
import type { AskedSince } from './conditionFacts.store.ts'

/** What the sentence of a notification tells beside its times. */
export const PARAMS = z.strictObject({
  statusRuleId: z.number().nullable().default(null),
  status: z.string().nullable().default(null),
  reasonId: z.number().nullable().default(null),
  mode: z.string().nullable().default(null),
  value: z.number().nullable().default(null),
  target: z.number().nullable().default(null),
  /** Of a target that was told: its figure of now where that is another; what was told stays (domain.md AL-7). */
  valueNow: z.number().nullable().default(null),
})
export type NotificationParams = z.infer<typeof PARAMS>

/** The steps of a notification as they are stored. */
export const STEPS = z.array(
  z.strictObject({
    configId: z.string(),
    severity: z.enum(SEVERITIES),
    countsFrom: z.number(),
    targetAudience: z.enum(AUDIENCES),
    identifiers: z.array(z.string()).nullable(),
    durationMs: z.number().nullable(),
    afterMs: z.number(),
  }),
)

/** A stored episode with what decides who hears of it next. */
export type EpisodeRow = StoredEpisode & {
  readonly type: NotificationType
  readonly conditionKey: string
  readonly firedAt: number | null
  readonly isFoundLate: boolean
  readonly severity: Severity
  readonly params: NotificationParams
  readonly steps: readonly Step[]
  readonly toldSteps: number
  readonly ackTimeoutMinutes: number
  readonly acknowledgedAt: number | null
}

/**
 * Returns the episodes of each work center that go on, or ended after its instant; those that never were are not among them. All are held until the transaction
 * ends, in the order of their ids: so whoever holds several never waits in a circle.
 */
export async function listEpisodes(
  tenant: Tenant,
  asked: readonly AskedSince[],
): Promise<ReadonlyMap<WorkCenterId, readonly EpisodeRow[]>> {
  const goesOn = sql`select n.id from ${askedSince(asked)}
    join notification n on n.company_id = ${tenant.companyId} and n.work_center_id = asked.id and n.state in ('PENDING', 'OPEN')`
  const ended = sql`select n.id from ${askedSince(asked)}
    join notification n on n.company_id = ${tenant.companyId} and n.work_center_id = asked.id and n.until > asked.since and n.state = 'RESOLVED'`
  const rows = await tenant.tx
    .selectFrom('notification')
    .select([
      ...camelColumns(
        'id',
        'work_center_id',
        'type',
        'condition_key',
        'since',
        'until',
        'due_at',
        'fired_at',
        'state',
        'is_found_late',
        'severity',
        'params',
      ),
      ...camelColumns('steps', 'told_steps', 'ack_timeout_minutes', 'acknowledged_at', 'is_unwatched'),
      ...camelColumns('judged_duration_ms', 'judged_from'),
    ])
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', sql<string>`(${goesOn} union all ${ended})`)
    .where('state', '<>', 'RETRACTED')
    .orderBy('id')
    .forUpdate()
    .execute()
  const read = rows.map(({ params, steps, judgedDurationMs: durationMs, judgedFrom: countsFrom, ...row }): Episodes => {
    const judgedBy = durationMs === null || countsFrom === null ? null : { durationMs, countsFrom }
    return { ...row, judgedBy, params: PARAMS.parse(params), steps: STEPS.parse(steps) }
  })
  const byTime = read.toSorted((a, b) => a.since - b.since)
  return Map.groupBy(byTime, ({ workCenterId }) => workCenterId)
}

type Episodes = EpisodeRow & { readonly workCenterId: WorkCenterId }

/** A condition at a work center, and since when its episodes are asked for; ms UTC. */
export type AskedTimes = { readonly workCenterId: WorkCenterId; readonly conditionKey: string; readonly since: number }

/** When a condition held, as far as it was told. */
export type ToldTime = { readonly id: string; readonly since: number; readonly until: number | null }

/** Returns when each of the conditions held since its instant, as far as it was told; ascending. */
export async function listToldTimes(tenant: Tenant, asked: readonly AskedTimes[]): Promise<ReadonlyMap<AskedTimes, readonly ToldTime[]>> {
  if (asked.length === 0) return new Map()
  const { rows } = await sql<ToldTime & { readonly place: number }>`
    select asked.place::int4 as place, n.id, n.since, n.until
    from unnest(${asked.map(({ workCenterId }) => workCenterId)}::int[], ${asked.map(({ conditionKey }) => conditionKey)}::text[],
      ${asked.map(({ since }) => since)}::int8[]) with ordinality as asked (id, key, since, place)
    join notification n on n.company_id = ${tenant.companyId} and n.work_center_id = asked.id and n.condition_key = asked.key
      and n.since >= asked.since and n.state in ('OPEN', 'RESOLVED')
    order by n.since`.execute(tenant.tx)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return new Map(asked.map((one, index) => [one, byPlace.get(index + 1) ?? []]))
}

/** Returns so many ids for new episodes, ascending. */
export async function newEpisodeIds(tenant: Tenant, count: number): Promise<readonly string[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: string }>`select uuidv7() as id from generate_series(1, ${count}::int)`.execute(tenant.tx)
  return rows.map(({ id }) => id)
}

/** An episode as it stands after a batch. */
export type EpisodeImage = {
  readonly workCenterId: WorkCenterId
  readonly row: EpisodeRow
  /** How often it was changed in the batch. */
  readonly changes: number
}

/** The columns that follow from facts and rules, as a table `g`; who takes care of an episode is nothing of them. */
function imagesOf(images: readonly EpisodeImage[]) {
  const given = images.map(({ workCenterId, changes, row }) => ({
    id: row.id,
    work_center_id: workCenterId,
    type: row.type,
    condition_key: row.conditionKey,
    since: row.since,
    until: row.until,
    due_at: row.dueAt,
    fired_at: row.firedAt,
    judged_duration_ms: row.judgedBy?.durationMs ?? null,
    judged_from: row.judgedBy?.countsFrom ?? null,
    state: row.state,
    is_found_late: row.isFoundLate,
    is_unwatched: row.isUnwatched,
    severity: row.severity,
    params: row.params,
    steps: row.steps,
    told_steps: row.toldSteps,
    ack_timeout_minutes: row.ackTimeoutMinutes,
    changes,
  }))
  return sql`json_to_recordset(${JSON.stringify(given)}::json) as g (id uuid, work_center_id int, type text, condition_key text, since int8, until int8,
    due_at int8, fired_at int8, judged_duration_ms int8, judged_from int8, state text, is_found_late bool, is_unwatched bool, severity text, params jsonb,
    steps jsonb, told_steps int, ack_timeout_minutes int, changes int)`
}

/** Stores new episodes. */
export async function insertEpisodes(tenant: Tenant, images: readonly EpisodeImage[]): Promise<void> {
  if (images.length === 0) return
  await sql`insert into notification (company_id, id, work_center_id, type, condition_key, since, until, due_at, fired_at, judged_duration_ms, judged_from,
      state, is_found_late, is_unwatched, severity, params, steps, told_steps, ack_timeout_minutes, version)
    select ${tenant.companyId}, id, work_center_id, type, condition_key, since, until, due_at, fired_at, judged_duration_ms, judged_from,
      state, is_found_late, is_unwatched, severity, params, steps, told_steps, ack_timeout_minutes, changes
    from ${imagesOf(images)}`.execute(tenant.tx)
}

/** Stores episodes as they are now, which the transaction holds. */
export async function updateEpisodes(tenant: Tenant, images: readonly EpisodeImage[]): Promise<void> {
  if (images.length === 0) return
  await sql`update notification n set since = g.since, until = g.until, due_at = g.due_at, fired_at = g.fired_at,
      judged_duration_ms = g.judged_duration_ms, judged_from = g.judged_from, state = g.state, is_found_late = g.is_found_late,
      is_unwatched = g.is_unwatched, severity = g.severity, params = g.params, steps = g.steps, told_steps = g.told_steps,
      ack_timeout_minutes = g.ack_timeout_minutes, version = n.version + g.changes
    from ${imagesOf(images)} where n.company_id = ${tenant.companyId} and n.id = g.id`.execute(tenant.tx)
}

/** Removes episodes that nobody was shown. */
export async function deleteEpisodes(tenant: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tenant.tx
    .deleteFrom('notification')
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', [...ids])
    .execute()
}

/** Returns the names that statuses have now, by their ids. */
export async function statusNames(tenant: Tenant, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`select id, name from status_rule
    where company_id = ${tenant.companyId} and id = any(${ids}::int[])`.execute(tenant.tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
