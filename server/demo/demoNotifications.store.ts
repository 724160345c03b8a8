import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, StatusRuleId, UserId, WorkCenterId } from '#engine/ids.ts'
import { RULE_DEFAULTS } from '#engine/notification/ruleForm.ts'
import type { RuleForm } from '#engine/notification/ruleForm.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { insertRule } from '#server/notification/rule.store.ts'

type Told = Partial<Omit<RuleForm, 'workCenterId'>> & Pick<RuleForm, 'mode' | 'type'> & { readonly status?: string }

const LEADS = { targetAudience: 'ROLES', identifiers: ['USER'] } as const
const MANAGERS = { targetAudience: 'ROLES', identifiers: ['ADMIN'] } as const

/** What is told of these machines, to everybody; at one of them first to who works there, to leads five minutes later and to managers after twenty. */
const TOLD: Readonly<Record<string, readonly Told[]>> = {
  'press-7': [
    {
      type: 'STATUS_DURATION',
      mode: 'STOP',
      durationMinutes: 15,
      severity: 'URGENT',
      steps: [{ afterMinutes: 20, targetAudience: 'ROLES', identifiers: ['ADMIN'] }],
    },
    { type: 'TARGET_VALUE', mode: 'OEE', targetValue: 70, severity: 'WARNING' },
  ],
  'press-3': [{ type: 'TARGET_VALUE', mode: 'AVAILABILITY', targetValue: 80, periodType: 'DAY', timeOfSending: '06:30' }],
  'lathe-1': [
    { type: 'STATUS_DURATION', mode: 'STATUS', status: 'Setup', durationMinutes: 20, severity: 'INFO' },
    { type: 'DE_PHASING', mode: 'STATUS', targetValue: 40, durationMinutes: 1, severity: 'URGENT' },
  ],
  'labeller-1': [
    {
      type: 'STATUS_DURATION',
      mode: 'STOP',
      durationMinutes: 10,
      identifiers: ['OPERATOR'],
      steps: [
        { afterMinutes: 5, ...LEADS },
        { afterMinutes: 20, ...MANAGERS },
      ],
    },
  ],
  'welder-1': [{ type: 'STATUS_DURATION', mode: 'STOP', durationMinutes: 20 }],
  'mill-2': [{ type: 'STATUS_DURATION', mode: 'STOP', durationMinutes: 20 }],
  'packer-2': [{ type: 'WORK_IN_NON_WORK_TIME', mode: 'STATUS', durationMinutes: 15, severity: 'INFO' }],
  'extruder-1': [{ type: 'WORK_CENTER_OFF', mode: 'STATUS', durationMinutes: 10 }],
  'filler-1': [{ type: 'BATTERY_LOW', mode: 'STATUS', targetValue: 20 }],
}

/** Stores the rules of notifications of a demo machine that has some; their time counts from the instant. */
export async function insertDemoNotifications(
  tx: Transaction<DB>,
  companyId: CompanyId,
  { key, workCenterId }: { readonly key: string; readonly workCenterId: WorkCenterId },
  countsFrom: number,
): Promise<void> {
  const tenant = { tx, companyId }
  for (const { status, ...told } of TOLD[key] ?? []) {
    const form: RuleForm = {
      ...RULE_DEFAULTS,
      name: null,
      targetValue: null,
      comparisonType: 'LOWER',
      targetAudience: 'ROLES',
      identifiers: null,
      ackTimeoutMinutes: 60,
      isActive: true,
      timeOfSending: null,
      steps: [],
      webhookIds: [],
      ...told,
      workCenterId,
      statusRuleId: status === undefined ? null : await statusOf(tenant, workCenterId, status),
    }
    await insertRule(tenant, form, { userId: null, at: countsFrom })
  }
}

async function statusOf({ tx, companyId }: Tenant, workCenterId: WorkCenterId, name: string): Promise<StatusRuleId> {
  const { rows } = await sql<{ readonly id: StatusRuleId }>`select id from status_rule
    where company_id = ${companyId} and work_center_id = ${workCenterId} and name = ${name}`.execute(tx)
  const [found] = rows
  if (found === undefined) throw new Error(`the demo machine ${workCenterId} has no status ${name}`)
  return found.id
}

/** So many of ten are taken care of. */
const TAKEN_OF_TEN = 6

/**
 * Has what was found late, as all of a history that is sent at once, told when it was due, as the plant would have been told, and most of what went on long
 * enough taken care of by one of the people, minutes later. Returns how many there were.
 */
export async function layToldPast({ tx, companyId }: Tenant, people: readonly UserId[], now: number): Promise<number> {
  const { rows } = await sql<{ readonly id: string }>`select id from notification
    where company_id = ${companyId} and state = 'RESOLVED' and is_found_late and due_at <= ${now}::int8 order by id for update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql`with seed as (
      select n.id, abs(hashtext(n.work_center_id || '/' || n.since)) as at from notification n where n.company_id = ${companyId} and n.id = any(${ids}::uuid[])
    ), story as (
      select s.id, (s.at / 16) % 10 < ${TAKEN_OF_TEN} as is_taken, n.due_at + (2 + s.at % 11) * ${MINUTE_MS}::int8 as taken_at,
        (${people}::uuid[])[1 + (s.at / 256) % ${people.length}] as by_user,
        case n.type when 'TARGET_VALUE' then n.due_at + ${HOUR_MS}::int8 else n.until end as until
      from seed s join notification n on n.company_id = ${companyId} and n.id = s.id
    ), told as (
      update notification n set is_found_late = false, fired_at = n.due_at, version = n.version + 1,
        acknowledged_by = case when s.is_taken and s.taken_at < least(s.until, ${now}::int8) then s.by_user end,
        acknowledged_at = case when s.is_taken and s.taken_at < least(s.until, ${now}::int8) then s.taken_at end
      from story s where n.company_id = ${companyId} and n.id = s.id returning n.id, n.fired_at, n.acknowledged_by, n.acknowledged_at
    )
    update notification_receipt r set fired_at = t.fired_at, held_by = nullif(r.held_by, 'LATE'),
      read_at = case when r.user_id = t.acknowledged_by then t.acknowledged_at else r.read_at end
    from told t where r.company_id = ${companyId} and r.notification_id = t.id`.execute(tx)
  return ids.length
}

/** Returns what goes on, was told to the person before the instant and nobody takes care of, oldest first. */
export async function listUntaken(
  { tx, companyId }: Tenant,
  userId: UserId,
  toldBefore: number,
): Promise<readonly { readonly id: string; readonly since: number }[]> {
  const { rows } = await sql<{ readonly id: string; readonly since: number }>`select n.id, n.since from notification n
    where n.company_id = ${companyId} and n.state = 'OPEN' and n.acknowledged_at is null and n.fired_at < ${toldBefore}::int8
      and exists (select from notification_receipt r where r.company_id = n.company_id and r.notification_id = n.id and r.user_id = ${userId})
    order by n.fired_at, n.id`.execute(tx)
  return rows
}

/** Takes back what visitors did with notifications: what they took care of, saw, put off or put away, and what they want to hear. What the crew did stays. */
export async function forgetNotificationActs(tx: Transaction<DB>, companyId: CompanyId, crew: readonly string[]): Promise<void> {
  await sql`update notification set acknowledged_by = null, acknowledged_at = null, acknowledge_comment = null
    where company_id = ${companyId} and acknowledged_at is not null and (acknowledged_by is null or acknowledged_by <> all(${crew}::uuid[]))`.execute(
    tx,
  )
  await sql`update notification_receipt set read_at = null, archived_at = null, snoozed_until = null
    where company_id = ${companyId} and user_id <> all(${crew}::uuid[])
      and (read_at is not null or archived_at is not null or snoozed_until is not null)`.execute(tx)
  await sql`delete from notification_preference where company_id = ${companyId}`.execute(tx)
}
