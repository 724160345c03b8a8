import { sql } from 'kysely'
import { z } from 'zod'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Step } from '#engine/notification/escalation.ts'
import { AUDIENCES, SEVERITIES } from '#engine/notification/notificationType.ts'
import type { NotificationState, NotificationType, Severity } from '#engine/notification/notificationType.ts'
import type { DuePolicy, StoredEpisode } from '#engine/notification/matchEpisodes.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'

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

/** Returns the episodes of the work center that go on, or ended after the instant; those that never were are not among them. */
export async function listEpisodes(tenant: Tenant, workCenterId: WorkCenterId, since: number): Promise<readonly EpisodeRow[]> {
  const rows = await tenant.tx
    .selectFrom('notification')
    .select([
      ...camelColumns(
        'id',
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
    .where('work_center_id', '=', workCenterId)
    .where('state', '<>', 'RETRACTED')
    .where((is) => is.or([is('state', 'in', ['PENDING', 'OPEN']), is('until', '>', since)]))
    .orderBy('since')
    .forUpdate()
    .execute()
  return rows.map(({ params, steps, judgedDurationMs: durationMs, judgedFrom: countsFrom, ...row }) => {
    const judgedBy = durationMs === null || countsFrom === null ? null : { durationMs, countsFrom }
    return { ...row, judgedBy, params: PARAMS.parse(params), steps: STEPS.parse(steps) }
  })
}

/** Returns when the condition held at the work center since the instant, as far as it was told; ascending. */
export async function listToldTimes(
  tenant: Tenant,
  { workCenterId, conditionKey, since }: { readonly workCenterId: WorkCenterId; readonly conditionKey: string; readonly since: number },
): Promise<readonly { readonly since: number; readonly until: number | null }[]> {
  return tenant.tx
    .selectFrom('notification')
    .select(['since', 'until'])
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .where('condition_key', '=', conditionKey)
    .where('since', '>=', since)
    .where('state', 'in', ['OPEN', 'RESOLVED'])
    .orderBy('since')
    .execute()
}

/** What is stored of an episode. */
export type EpisodeValues = {
  readonly since: number
  readonly until: number | null
  readonly dueAt: number
  readonly state: NotificationState
  readonly severity: Severity
  readonly params: NotificationParams
}

/** Stores a new episode, waiting until it is due; returns its id. */
export async function insertEpisode(
  tenant: Tenant,
  of: { readonly workCenterId: WorkCenterId; readonly type: NotificationType; readonly conditionKey: string },
  { since, until, dueAt, state, severity, params }: EpisodeValues,
): Promise<string> {
  const { id } = await tenant.tx
    .insertInto('notification')
    .values({
      company_id: tenant.companyId,
      work_center_id: of.workCenterId,
      type: of.type,
      condition_key: of.conditionKey,
      since,
      until,
      state,
      severity,
      due_at: dueAt,
      params: JSON.stringify(params),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Corrects an episode by its facts, or ends it because nobody watches any more. */
export async function updateEpisode(
  tenant: Tenant,
  id: string,
  values: Partial<EpisodeValues & Pick<StoredEpisode, 'isUnwatched'>>,
): Promise<void> {
  const { since, until, dueAt, state, severity, params, isUnwatched } = values
  await tenant.tx
    .updateTable('notification')
    .set({
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
      ...(dueAt !== undefined && { due_at: dueAt }),
      ...(state !== undefined && { state }),
      ...(severity !== undefined && { severity }),
      ...(isUnwatched !== undefined && { is_unwatched: isUnwatched }),
      ...(params !== undefined && { params: JSON.stringify(params) }),
      version: sql<number>`version + 1`,
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Marks an episode as due, with who is told of it when, and by what it was due. */
export async function fireEpisode(
  tenant: Tenant,
  id: string,
  fired: {
    readonly at: number
    readonly isFoundLate: boolean
    readonly steps: readonly Step[]
    readonly ackTimeoutMinutes: number
    readonly judgedBy: DuePolicy
  },
): Promise<void> {
  await tenant.tx
    .updateTable('notification')
    .set({
      fired_at: fired.at,
      judged_duration_ms: fired.judgedBy.durationMs,
      judged_from: fired.judgedBy.countsFrom,
      is_found_late: fired.isFoundLate,
      steps: JSON.stringify(fired.steps),
      ack_timeout_minutes: fired.ackTimeoutMinutes,
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Notes how many steps were told, which stand in front, and how severe they are together. */
export async function noteTold(
  tenant: Tenant,
  id: string,
  { steps, toldSteps, severity }: Pick<EpisodeRow, 'severity' | 'steps' | 'toldSteps'>,
): Promise<void> {
  await tenant.tx
    .updateTable('notification')
    .set({ steps: JSON.stringify(steps), told_steps: toldSteps, severity, version: sql<number>`version + 1` })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
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
