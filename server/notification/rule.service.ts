import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import { conditionKey } from '#engine/notification/condition.ts'
import { isSameRule, problemOfRule, RULE_LIMITS } from '#engine/notification/ruleForm.ts'
import type { KnownChoices, RuleForm } from '#engine/notification/ruleForm.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { audited } from '#server/company/audit.store.ts'
import { listTeams } from '#server/company/team.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { findStatusRules, listStatusRules } from '#server/status/statusRule.store.ts'
import { markWorkCenters } from './mark.store.ts'
import { listWebhooks } from '#server/webhook/webhook.store.ts'
import { listMembers } from './people.store.ts'
import { deleteRuleRow, findRule, insertRule, listRules, lockRules, updateRuleRow } from './rule.store.ts'
import type { StoredRule } from './rule.store.ts'

export type RuleDeps = { readonly database: Pick<Database, 'inTenant'>; readonly now: () => number }
export type RuleActor = { readonly companyId: CompanyId; readonly userId: UserId }

/** Returns the new rule; its time counts from now. Refuses what `problemOfRule` finds, NOTIFICATION_DUPLICATE and NOTIFICATION_RULES_LIMIT. */
export function createRule(deps: RuleDeps, actor: RuleActor, given: RuleForm): Promise<StoredRule> {
  return deps.database.inTenant(actor.companyId, (tenant) => insertChecked(tenant, actor, normalized(given), deps.now()))
}

async function insertChecked(tenant: Tenant, actor: RuleActor, form: RuleForm, now: number): Promise<StoredRule> {
  await lockRules(tenant, form.workCenterId)
  await check(tenant, form, null)
  const id = await insertRule(tenant, form, { userId: actor.userId, at: now })
  await writeDown(tenant, { actor, now, action: 'CREATE_NOTIFICATION_CONFIG', workCenterId: form.workCenterId }, null, form)
  await mark(tenant, form.workCenterId, now)
  return required(await findRule(tenant, id))
}

/** Where a rule was not copied to, and why. */
export type NotCopied = { readonly workCenterId: WorkCenterId; readonly refusal: Refusal }
export type Copied = { readonly created: readonly StoredRule[]; readonly left: readonly NotCopied[] }

/** A rule is copied to so many work centers at once. */
export const MAX_COPIES = 500

/**
 * Returns the copies of the rule at the other work centers; its time counts from now there. A status is the one of the same name. Each work center is a
 * transaction of its own: nobody who changes its rules waits for all of them, and one that refuses the rule as `createRule` does is left out. Refuses
 * NOTIFICATION_CONFIG_NOT_FOUND.
 */
export async function copyRule(
  { database, now }: RuleDeps,
  actor: RuleActor,
  { id, workCenterIds }: { readonly id: string; readonly workCenterIds: readonly WorkCenterId[] },
): Promise<Copied> {
  const { form, status } = await database.inTenant(actor.companyId, async (tenant) => {
    const source = formOf(await requireRule(tenant, id))
    const [named] = source.statusRuleId === null ? [] : await findStatusRules(tenant, [source.statusRuleId])
    return { form: source, status: named }
  })
  const created: StoredRule[] = []
  const left: NotCopied[] = []
  for (const workCenterId of new Set(workCenterIds)) {
    const made = await orRefusal(
      database.inTenant(actor.companyId, async (tenant) => {
        const own = status && (await listStatusRules(tenant, [workCenterId])).find(({ name }) => name === status.name)
        // Without a status of that name the foreign id stays, and the check refuses it.
        return insertChecked(
          tenant,
          actor,
          { ...form, workCenterId, statusRuleId: status === undefined ? null : (own?.id ?? status.id) },
          now(),
        )
      }),
    )
    if (made instanceof Refusal) left.push({ workCenterId, refusal: made })
    else created.push(made)
  }
  return { created, left }
}

/** A database that is away or busy refuses all of them, and not the rule. */
const OF_NO_RULE: ReadonlySet<string> = new Set(['SERVER_BUSY', 'SERVICE_UNAVAILABLE'])

async function orRefusal<T>(work: Promise<T>): Promise<T | Refusal> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && !OF_NO_RULE.has(error.code)) return error
    throw error
  }
}

export type RuleChange = { readonly id: string; readonly form: (before: StoredRule) => RuleForm; readonly version: number | null }

/** Returns the changed rule. Refuses as `createRule` does, NOTIFICATION_CONFIG_NOT_FOUND, and CONFLICT for a version that is no longer stored. */
export function updateRule(deps: RuleDeps, actor: RuleActor, { id, form: change, version }: RuleChange): Promise<StoredRule> {
  return deps.database.inTenant(actor.companyId, async (tenant) => {
    await lockRules(tenant, (await requireRule(tenant, id)).workCenterId)
    const before = await requireRule(tenant, id)
    if (version !== null && version !== before.version) throw new Refusal({ code: 'CONFLICT', params: { version: before.version } })
    const form = normalized(change(before))
    const now = deps.now()
    await check(tenant, form, id)
    const old = formOf(before)
    // What it watches now, or watches again, did not count before.
    const isNew = conditionKey(old) !== conditionKey(form) || (!old.isActive && form.isActive)
    await updateRuleRow(tenant, id, form, { userId: actor.userId, countsFrom: isNew ? now : shortenedFrom(before, form, now) })
    await writeDown(tenant, { actor, now, action: 'UPDATE_NOTIFICATION_CONFIG', workCenterId: form.workCenterId }, old, form)
    await mark(tenant, form.workCenterId, now)
    return required(await findRule(tenant, id))
  })
}

/** With a shorter duration nothing of the past is told: what goes on counts as far back as it needs to be due now. */
function shortenedFrom({ durationMs, countsFrom }: StoredRule, { durationMinutes }: RuleForm, now: number): number | null {
  const shorterMs = durationMinutes * MINUTE_MS
  return shorterMs < durationMs ? Math.max(countsFrom, now - shorterMs) : null
}

/** Removes the rule; what goes on by it alone ends. Refuses NOTIFICATION_CONFIG_NOT_FOUND. */
export function deleteRule(deps: RuleDeps, actor: RuleActor, id: string): Promise<void> {
  return deps.database.inTenant(actor.companyId, async (tenant) => {
    const before = await requireRule(tenant, id)
    const now = deps.now()
    await deleteRuleRow(tenant, id)
    const { workCenterId } = before
    await writeDown(tenant, { actor, now, action: 'DELETE_NOTIFICATION_CONFIG', workCenterId }, formOf(before), null)
    await mark(tenant, workCenterId, now, true)
  })
}

/** Returns the rule of the id; refuses NOTIFICATION_CONFIG_NOT_FOUND. */
export async function requireRule(tenant: Tenant, id: string): Promise<StoredRule> {
  const rule = await findRule(tenant, id)
  if (rule === null) throw new Refusal({ code: 'NOTIFICATION_CONFIG_NOT_FOUND', params: { id } })
  return rule
}

/** Refuses a rule that cannot be. */
export async function checkRule(tenant: Tenant, form: RuleForm): Promise<void> {
  const problem = problemOfRule(form, await knownChoices(tenant, form.workCenterId))
  if (problem !== null) throw new Refusal(problem)
}

/** Returns what a person said of a stored rule. */
export function formOf({ durationMs, ...rule }: StoredRule): RuleForm {
  return { ...rule, durationMinutes: durationMs / MINUTE_MS }
}

async function check(tenant: Tenant, form: RuleForm, exceptId: string | null): Promise<void> {
  await checkRule(tenant, form)
  const others = await listRules(tenant, [form.workCenterId])
  const same = others.find((rule) => rule.id !== exceptId && isSameRule(formOf(rule), form))
  const { perWorkCenter: max } = RULE_LIMITS
  if (exceptId === null && others.length >= max) throw new Refusal({ code: 'NOTIFICATION_RULES_LIMIT', params: { max } })
  if (same !== undefined) throw new Refusal({ code: 'NOTIFICATION_DUPLICATE', params: { id: same.id } })
}

/** Returns what a rule of the work center may be chosen among. */
export async function knownChoices(tenant: Tenant, workCenterId: WorkCenterId): Promise<KnownChoices> {
  const statuses = await listStatusRules(tenant, [workCenterId])
  const people = await listMembers(tenant, workCenterId)
  const teams = await listTeams(tenant)
  const webhooks = await listWebhooks(tenant)
  return {
    statusRuleIds: new Set(statuses.map(({ id }) => id)),
    userIds: new Set(people.map(({ userId }) => userId)),
    teamIds: new Set(teams.map(({ id }) => id)),
    webhookIds: new Set(webhooks.map(({ id }) => id)),
  }
}

/** The figure of a period is judged once: nothing lasts there, and that of a shift five minutes after it. */
function normalized(form: RuleForm): RuleForm {
  const name = form.name?.trim() ?? null
  const isTarget = form.type === 'TARGET_VALUE'
  const periodType = isTarget ? (form.periodType ?? 'SHIFT') : 'SHIFT'
  return {
    ...form,
    name: name === '' ? null : name,
    durationMinutes: isTarget ? 0 : form.durationMinutes,
    periodType,
    timeOfSending: periodType === 'SHIFT' ? null : form.timeOfSending,
    webhookIds: [...new Set(form.webhookIds)],
  }
}

type Written = {
  readonly actor: RuleActor
  readonly now: number
  readonly action: 'CREATE_NOTIFICATION_CONFIG' | 'DELETE_NOTIFICATION_CONFIG' | 'UPDATE_NOTIFICATION_CONFIG'
  readonly workCenterId: WorkCenterId
}

async function writeDown(
  tenant: Tenant,
  { actor, now, action, workCenterId }: Written,
  before: RuleForm | null,
  after: RuleForm | null,
): Promise<void> {
  const entry = {
    userId: actor.userId,
    at: new Date(now),
    action,
    subject: `work center ${workCenterId}`,
    about: { workCenterId },
  } as const
  await audited(tenant, entry, before && (await saidOf(tenant, before)), after && (await saidOf(tenant, after)))
}

/** What holds for its type alone, with the names of the status and of the webhooks. */
async function saidOf(tenant: Tenant, form: RuleForm) {
  const { type, name, mode, statusRuleId, unlessPlanned, targetValue, comparisonType, periodType = 'SHIFT', timeOfSending } = form
  const { durationMinutes, targetAudience, identifiers, severity, isActive, steps, webhookIds, freshMinutes, ackTimeoutMinutes } = form
  const [status] = statusRuleId === null ? [] : await findStatusRules(tenant, [statusRuleId])
  const webhooks = webhookIds.length === 0 ? [] : await listWebhooks(tenant)
  return {
    type,
    name,
    ...(type === 'STATUS_DURATION' && { status: status?.name ?? null, mode, unlessPlanned }),
    ...(type === 'TARGET_VALUE' && { mode, comparisonType, periodType, timeOfSending }),
    targetValue,
    durationMinutes,
    targetAudience,
    recipients: identifiers,
    severity,
    isActive,
    steps: steps.map((step) => ({
      afterMinutes: step.afterMinutes,
      targetAudience: step.targetAudience,
      recipients: step.identifiers,
    })),
    ackTimeoutMinutes,
    freshMinutes,
    webhooks: webhooks.filter(({ id }) => webhookIds.includes(id)).map((webhook) => webhook.name),
  }
}

/** Episodes are worked out anew once this commits. */
async function mark({ companyId, tx }: Tenant, workCenterId: WorkCenterId, now: number, isAlways = false): Promise<void> {
  await markWorkCenters(tx, [{ companyId, workCenterId, fromAt: now, isAlways }], now)
}

function required<T>(value: T | null): T {
  if (value === null) throw new Error('what was just stored is gone')
  return value
}
