import type { WorkCenterId } from '#engine/ids.ts'
import type { Condition, ConditionFacts, Episode } from '#engine/notification/condition.ts'
import { conditionKey } from '#engine/notification/condition.ts'
import { episodesOf, isExcused, nextBorder } from '#engine/notification/episodes.ts'
import { firstRule, inTurn, stepsOf } from '#engine/notification/escalation.ts'
import type { RulePolicy } from '#engine/notification/escalation.ts'
import { isOver, matchEpisodes } from '#engine/notification/matchEpisodes.ts'
import type { EpisodeChange } from '#engine/notification/matchEpisodes.ts'
import type { NotificationType, Severity } from '#engine/notification/notificationType.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import type { Tenant } from '#server/db/database.ts'
import { findWatched } from './conditionFacts.store.ts'
import type { WatchedWorkCenter } from './conditionFacts.store.ts'
import { factsFor, readFacts } from './conditionFacts.service.ts'
import type { SharedFacts } from './conditionFacts.service.ts'
import { deleteEpisodes, fireEpisode, insertEpisode, listEpisodes, statusNames, updateEpisode } from './episode.store.ts'
import type { EpisodeRow, NotificationParams } from './episode.store.ts'
import { listRules } from './rule.store.ts'
import { tellStep } from './tell.service.ts'

/** Rules of one condition, or what is watched without one. */
type Watch = {
  readonly key: string
  readonly condition: Condition
  readonly rules: readonly RulePolicy[]
  readonly freshMs: number
  readonly ackTimeoutMinutes: number
}

const LOST_AFTER_MS = 10 * MINUTE_MS
const FRESH_MS = 15 * MINUTE_MS
const ACK_TIMEOUT_MINUTES = 60
/** Silence of a work center in its shifts is told to administrators without a rule (domain.md AL-2). */
const CONNECTION_LOST: Watch = {
  key: 'CONNECTION_LOST',
  condition: {
    type: 'CONNECTION_LOST',
    statusRuleId: null,
    mode: 'STATUS',
    unlessPlanned: true,
    targetValue: null,
    comparisonType: 'LOWER',
  },
  rules: [
    {
      id: 'CONNECTION_LOST',
      severity: 'WARNING',
      durationMs: LOST_AFTER_MS,
      countsFrom: 0,
      targetAudience: 'ROLES',
      identifiers: ['ADMIN'],
      steps: [],
    },
  ],
  freshMs: FRESH_MS,
  ackTimeoutMinutes: ACK_TIMEOUT_MINUTES,
}

/**
 * Works out the episodes of the work center anew, of the time since the instant and of what goes on, and tells those whose turn has come: all in the caller's
 * transaction. Returns when the clock changes something next; null = only facts do.
 */
export async function evaluateWorkCenter(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  asked: { readonly fromAt: number; readonly now: number },
): Promise<number | null> {
  const { fromAt, now } = asked
  const watched = await findWatched(tenant, workCenterId)
  if (watched === null) return null
  const stored = await listEpisodes(tenant, workCenterId, fromAt)
  const watches = watched.isActive ? watchesOf(await listRules(tenant, [workCenterId])) : []
  const ofNobody = stored.filter(({ conditionKey: key }) => !watches.some((watch) => watch.key === key))
  await endWatch(tenant, ofNobody, now)
  if (watches.length === 0) return null
  const since = stored.reduce((least, row) => Math.min(least, row.since), Math.min(fromAt, now))
  const needsShifts = watches.some(({ condition }) => condition.type === 'TARGET_VALUE')
  const facts = await readFacts(tenant, workCenterId, { since, now }, { watched, needsShifts })
  let next: number | null = null
  let isChanged = ofNobody.length > 0
  for (const watch of watches) {
    const own = stored.filter((row) => row.conditionKey === watch.key)
    const done = await evaluateWatch(tenant, { workCenterId, watched, watch, facts, stored: own, since, now })
    next = earliest(next, done.next)
    isChanged ||= done.isChanged
  }
  if (isChanged) await notifyRecordsChanged(tenant, [{ workCenterId, kinds: ['notification'], from: since, to: null }])
  return next
}

type Task = {
  readonly workCenterId: WorkCenterId
  readonly watched: WatchedWorkCenter
  readonly watch: Watch
  readonly facts: SharedFacts
  readonly stored: readonly EpisodeRow[]
  readonly since: number
  readonly now: number
}

async function evaluateWatch(tenant: Tenant, task: Task): Promise<{ readonly next: number | null; readonly isChanged: boolean }> {
  const { watch, stored, since, now } = task
  const first = firstRule(watch.rules)
  if (first === null) return { next: null, isChanged: false }
  const facts = factsFor(watch.condition, task.facts)
  const found = episodesOf(watch.condition, facts, now).filter(({ until }) => until === null || until > since)
  const judged = { now, countsFrom: first.countsFrom, durationMs: first.durationMs, freshMs: watch.freshMs }
  const changes = matchEpisodes(stored, found, judged).filter((change) => isWanted(change, watch.condition.type, now))
  let next = nextBorder(watch.condition, facts, now)
  let isChanged = false
  for (const change of changes) {
    const row = stored.find((one) => one.id === change.id) ?? null
    const done = await apply(tenant, task, { change, row, facts })
    next = earliest(next, done.next)
    isChanged ||= done.isChanged
  }
  return { next, isChanged }
}

/** The figure of a shift that was told stays told, and an old one is not told because somebody gave a reason (domain.md AL-7). */
function isWanted(change: EpisodeChange, type: NotificationType, now: number): boolean {
  if (type !== 'TARGET_VALUE') return true
  return change.change !== 'RETRACT' && !(change.change === 'FIRE' && now - change.dueAt > DAY_MS)
}

type Applied = { readonly next: number | null; readonly isChanged: boolean }
type Changing = { readonly change: EpisodeChange; readonly row: EpisodeRow | null; readonly facts: ConditionFacts }

async function apply(tenant: Tenant, task: Task, { change, row, facts }: Changing): Promise<Applied> {
  const { watch, now, workCenterId } = task
  if (change.change === 'DROP') {
    await deleteEpisodes(tenant, [change.id])
    return { next: null, isChanged: false }
  }
  if (change.change === 'RETRACT') {
    const isOnlyExcused = row !== null && isExcused(watch.condition, facts, row, now)
    if (isOnlyExcused && row.state === 'RESOLVED') return { next: null, isChanged: false }
    await updateEpisode(tenant, change.id, { state: isOnlyExcused ? 'RESOLVED' : 'RETRACTED', until: row?.until ?? now })
    return { next: null, isChanged: true }
  }
  const { since, until, dueAt, episode } = change
  const params = await paramsOf(tenant, task, { episode, facts })
  const isFiring = change.change === 'FIRE'
  const state = isFiring ? (isOver(until, now) ? 'RESOLVED' : 'OPEN') : change.state
  const severity = firstRule(watch.rules)?.severity ?? 'WARNING'
  const values = { since, until, dueAt, state, params }
  const of = { workCenterId, type: watch.condition.type, conditionKey: watch.key }
  const id = change.id ?? (await insertEpisode(tenant, of, { ...values, severity }))
  const isCorrected = row !== null && !isSame(row, values)
  if (isCorrected) await updateEpisode(tenant, id, values)
  if (state === 'PENDING') return { next: dueAt, isChanged: false }
  if (!isFiring) {
    const told = row === null ? null : await tellDue(tenant, task, { row, state, episode, severity: row.severity })
    return { next: told?.next ?? null, isChanged: isCorrected || (told?.isTold ?? false) }
  }
  const steps = stepsOf(watch.rules)
  // What was found late counts from now on.
  await fireEpisode(tenant, id, { at: now, isFoundLate: change.isFoundLate, steps, ackTimeoutMinutes: watch.ackTimeoutMinutes })
  const fired = {
    id,
    since,
    until,
    dueAt,
    state,
    severity,
    params,
    steps,
    type: of.type,
    conditionKey: of.conditionKey,
    firedAt: now,
    isFoundLate: change.isFoundLate,
    toldSteps: 0,
    ackTimeoutMinutes: watch.ackTimeoutMinutes,
    acknowledgedAt: null,
  }
  const told = await tellDue(tenant, task, { row: fired, state, episode, severity })
  return { next: told.next, isChanged: true }
}

type Telling = { readonly row: EpisodeRow; readonly state: string; readonly episode: Episode; readonly severity: Severity }

/** Tells the steps whose turn has come, in their order; the first also of an episode that is over. */
async function tellDue(tenant: Tenant, { watched, workCenterId, now }: Task, { row, state, episode, severity }: Telling) {
  const { id, steps, firedAt, acknowledgedAt, ackTimeoutMinutes } = row
  if (firedAt === null) return { next: null, isTold: false }
  const turns = inTurn(steps, row.toldSteps, { episode, firedAt, acknowledgedAt, ackTimeoutMs: ackTimeoutMinutes * MINUTE_MS })
  const inOrder = turns.map(({ step }) => step)
  let told = row.toldSteps
  let worst = severity
  for (const { step, at } of turns.slice(told)) {
    if (told > 0 && state !== 'OPEN') break
    if (told > 0 && (at === null || at > now)) return { next: at, isTold: told > row.toldSteps }
    worst = await tellStep(tenant, { id, step, place: told, steps: inOrder, row, watched, workCenterId, state, worst, now })
    told++
  }
  return { next: null, isTold: told > row.toldSteps }
}

async function paramsOf(
  tenant: Tenant,
  { watch, facts: shared }: Task,
  { episode, facts }: { readonly episode: Episode; readonly facts: ConditionFacts },
): Promise<NotificationParams> {
  const none = { statusRuleId: null, status: null, reasonId: null, mode: null, value: null, target: null }
  const { condition } = watch
  if (condition.type === 'TARGET_VALUE') {
    const shift = facts.shifts.find((one) => one.start === episode.since)
    return { ...none, mode: condition.mode, value: shift?.value ?? null, target: condition.targetValue ?? shift?.target ?? null }
  }
  if (condition.type !== 'STATUS_DURATION') return none
  const status = facts.statuses.find(({ start, end }) => start <= episode.since && (end === null || end > episode.since))
  const ruleId = status?.statusRuleId ?? null
  const names = ruleId === null ? null : await statusNames(tenant, [ruleId])
  const name = ruleId === null ? (status?.kind ?? null) : (names?.get(ruleId) ?? null)
  return {
    ...none,
    statusRuleId: ruleId,
    status: name,
    reasonId: shared.reasonIdAt((episode.until ?? Infinity) - 1) ?? shared.reasonIdAt(episode.since),
    mode: condition.mode,
  }
}

function isSame(
  row: EpisodeRow,
  values: {
    readonly since: number
    readonly until: number | null
    readonly dueAt: number
    readonly state: string
    readonly params: NotificationParams
  },
): boolean {
  const { since, until, dueAt, state } = row
  return (
    since === values.since &&
    until === values.until &&
    dueAt === values.dueAt &&
    state === values.state &&
    JSON.stringify(row.params) === JSON.stringify(values.params)
  )
}

/** What nobody watches any more does not go on. */
async function endWatch(tenant: Tenant, rows: readonly EpisodeRow[], now: number): Promise<void> {
  await deleteEpisodes(
    tenant,
    rows.filter(({ state }) => state === 'PENDING').map(({ id }) => id),
  )
  for (const { id, state } of rows) if (state === 'OPEN') await updateEpisode(tenant, id, { state: 'RESOLVED', until: now })
}

/** Returns what is watched at a work center: each condition once, with its rules. */
export function watchesOf(rules: Awaited<ReturnType<typeof listRules>>): readonly Watch[] {
  const active = Map.groupBy(
    rules.filter((rule) => rule.isActive),
    (rule) => conditionKey(rule),
  )
  const made = [...active].flatMap(([key, own]): Watch[] => {
    const [condition] = own
    if (condition === undefined) return []
    const freshMs = own.reduce((most, rule) => Math.max(most, rule.freshMinutes), 0) * MINUTE_MS
    const ackTimeoutMinutes = own.reduce((least, rule) => Math.min(least, rule.ackTimeoutMinutes), 1440)
    return [{ key, condition, rules: own, freshMs, ackTimeoutMinutes }]
  })
  return [...made, CONNECTION_LOST]
}

function earliest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}
