import type { WorkCenterId } from '#engine/ids.ts'
import type { ConditionFacts, Episode } from '#engine/notification/condition.ts'
import { episodesOf, figureNow, isExcused, nextBorder } from '#engine/notification/episodes.ts'
import { calmed, firstRule, inTurn, stepsOf, withWorse } from '#engine/notification/escalation.ts'
import type { Calm } from '#engine/notification/escalation.ts'
import { isOver, matchEpisodes } from '#engine/notification/matchEpisodes.ts'
import type { EpisodeChange, Judged } from '#engine/notification/matchEpisodes.ts'
import { NOTICE_TYPES } from '#engine/notification/notice.ts'
import type { Notice } from '#engine/notification/notice.ts'
import type { NotificationType, Severity } from '#engine/notification/notificationType.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { listRemindedTasks, listToldRuns } from './attention.store.ts'
import { findWatched } from './conditionFacts.store.ts'
import type { WatchedWorkCenter } from './conditionFacts.store.ts'
import { factsFor, readFacts, readPeriods } from './conditionFacts.service.ts'
import type { SharedFacts } from './conditionFacts.service.ts'
import { deleteEpisodes, fireEpisode, insertEpisode, listEpisodes, updateEpisode } from './episode.store.ts'
import type { EpisodeRow, NotificationParams } from './episode.store.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { MEASURED_TYPES, readMeasured } from './measuredFacts.service.ts'
import { listFlowShifts, listRefused } from './measuredFacts.store.ts'
import type { Mark } from './mark.store.ts'
import { listNotices } from './notice.store.ts'
import { paramsOf, toldParams } from './notificationParams.ts'
import { queueWithdrawals } from './push/sendPushes.service.ts'
import { listRules } from './rule.store.ts'
import { comesAndGoes, tellStep } from './tell.service.ts'
import type { TellingBatch } from './tellingBatch.ts'
import { tellWebhooksAgain } from './tellWebhooks.service.ts'
import { attentionWatches, noticeWatches, watchesOf } from './watches.ts'
import type { Watch } from './watches.ts'

/** Types that are told without a rule, of what devices and counters do wrong. */
const ERROR_TYPES: readonly NotificationType[] = ['CONNECTION_ERROR', 'FLOW_ERROR']
/** Types that are not judged by statuses: theirs are not read back to their beginning. */
const CHECKLIST_TYPES: readonly NotificationType[] = ['CHECKLIST_DEVIATION', 'CHECKLIST_MISSED']
const OWN_FACTS: readonly NotificationType[] = [
  ...ERROR_TYPES,
  ...MEASURED_TYPES,
  ...CHECKLIST_TYPES,
  ...NOTICE_TYPES,
  'TARGET_VALUE',
  'TASK_WAITING',
]
/** Types whose episodes of one condition have causes of their own. */
const OF_CAUSES: readonly NotificationType[] = [...ERROR_TYPES, ...CHECKLIST_TYPES, ...NOTICE_TYPES]
/** Types that are watched only while there is something of them: what ended with that is found again as it was. */
const OF_WHAT_THERE_IS: readonly NotificationType[] = [...CHECKLIST_TYPES, ...NOTICE_TYPES, 'TASK_WAITING']
/** Types of which what is so no longer was so: it is over, and not taken back. */
const OVER_WHEN_GONE: ReadonlySet<NotificationType> = new Set(NOTICE_TYPES)

/** Samples write no events: what is judged by them is looked at so often. */
const MEASURED_LOOK_MS = 30 * SECOND_MS
/** Samples of so long before tell how it was where the stretch begins. */
const MEASURED_LEAD_MS = HOUR_MS

/**
 * Works out the episodes of the work center anew, of the time since the instant and of what goes on, and tells those whose turn has come: all in the caller's
 * transaction, whose batch adds the jobs at its end. Returns when the clock changes something next; null = only facts do.
 */
export async function evaluateWorkCenter(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  asked: Pick<Mark, 'fromAt' | 'hasNotices'> & { readonly now: number; readonly readSamples: SampleReader },
  batch: TellingBatch,
): Promise<number | null> {
  const { fromAt, hasNotices, now, readSamples } = asked
  const watched = await findWatched(tenant, workCenterId)
  if (watched === null) return null
  const stored = await listEpisodes(tenant, workCenterId, fromAt)
  const of = (types: readonly NotificationType[]) => stored.filter(({ type }) => types.includes(type))
  const changedAt = Math.min(fromAt, now)
  const least = (rows: readonly EpisodeRow[]) => leastSince(rows, changedAt)
  const attention = await readAttention(tenant, workCenterId, watched, {
    runsSince: least(of(CHECKLIST_TYPES)),
    tasksSince: least(of(['TASK_WAITING'])),
  })
  const told = toldNotices(stored)
  const notices = hasNotices && watched.isActive ? await readNotices(tenant, workCenterId, told, now) : told
  const watches = watched.isActive
    ? [
        ...watchesOf(await listRules(tenant, [workCenterId])),
        ...attentionWatches(attention.runs, attention.tasks),
        ...noticeWatches(notices),
      ].map((watch) => sinceActive(watch, watched))
    : []
  const ofNobody = stored.filter(({ conditionKey: key }) => !watches.some((watch) => watch.key === key))
  await endWatch(tenant, ofNobody, now)
  if (watches.length === 0) return null
  const since = least(stored.filter(({ type }) => !OWN_FACTS.includes(type)))
  const targets = watches.filter(({ condition }) => condition.type === 'TARGET_VALUE' && (condition.periodType ?? 'SHIFT') === 'SHIFT')
  const shared = await readFacts(
    tenant,
    workCenterId,
    { since, now },
    {
      watched,
      needsShifts: targets.length > 0,
      needsOutput: targets.some(({ condition }) => condition.mode === 'OUTPUT'),
    },
  )
  const errors = await readErrors(tenant, workCenterId, { since: least(of(ERROR_TYPES)), now })
  const measured = watches.filter(({ condition }) => MEASURED_TYPES.includes(condition.type))
  const types = new Set(measured.map(({ condition }) => condition.type))
  const { start, goesOn } = measuredStretch(of(MEASURED_TYPES), changedAt)
  const readings = await readMeasured(tenant, workCenterId, { start, end: now + 1, types }, readSamples)
  const facts = { ...shared, ...errors, ...readings, ...attention, notices }
  let next: number | null = measured.length === 0 ? null : now + MEASURED_LOOK_MS
  let isChanged = ofNobody.length > 0
  for (const watch of watches) {
    const own = stored.filter((row) => row.conditionKey === watch.key)
    const goesOnHere = goesOn.find(({ key }) => key === watch.key)
    const task = { workCenterId, watched, batch, watch, facts: { ...facts, goesOn: goesOnHere }, stored: own, changedAt, now }
    const done = await evaluateWatch(tenant, task)
    next = earliest(next, done.next)
    isChanged ||= done.isChanged
  }
  if (isChanged) batch.addChange({ workCenterId, kinds: ['notification'], from: since, to: null })
  return next
}

/** What a work center did before it was at work again does not count (domain.md AL-2). */
function sinceActive(watch: Watch, { activeSince }: WatchedWorkCenter): Watch {
  if (activeSince === null) return watch
  return { ...watch, rules: watch.rules.map((rule) => ({ ...rule, countsFrom: Math.max(rule.countsFrom, activeSince) })) }
}

/** Where readings of battery and phases begin: an hour before what changed, and episodes that have lasted longer go on there. */
function measuredStretch(rows: readonly EpisodeRow[], fromAt: number) {
  const isLong = ({ since, until }: EpisodeRow) => until === null && since < fromAt - 2 * MEASURED_LEAD_MS
  const short = rows.filter((row) => !isLong(row))
  const start = short.reduce((first, row) => Math.min(first, row.since), fromAt) - MEASURED_LEAD_MS
  const goesOn = rows.flatMap((row) =>
    isLong(row) && row.since < start ? [{ key: row.conditionKey, since: row.since, at: start - 1 }] : [],
  )
  return { start, goesOn }
}

async function readAttention(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { hasToldChecklists, hasReminders }: WatchedWorkCenter,
  { runsSince, tasksSince }: { readonly runsSince: number; readonly tasksSince: number },
) {
  return {
    runs: hasToldChecklists ? await listToldRuns(tenant, workCenterId, runsSince) : [],
    tasks: hasReminders ? await listRemindedTasks(tenant, workCenterId, tasksSince) : [],
  }
}

/** What people were told of that stands in the tables, as far as it goes on. */
function toldNotices(stored: readonly EpisodeRow[]): readonly Notice[] {
  return stored.flatMap(({ type: told, conditionKey, state, since, params: { mode, status, value } }) => {
    const type = NOTICE_TYPES.find((one) => one === told)
    if (type === undefined || mode === null || (state !== 'PENDING' && state !== 'OPEN')) return []
    const subject = conditionKey === type ? null : conditionKey.slice(type.length + 1)
    return [{ type, about: mode, subject, name: status, count: value, since }]
  })
}

/** What is so now is so since it was found. */
async function readNotices(tenant: Tenant, workCenterId: WorkCenterId, told: readonly Notice[], now: number): Promise<readonly Notice[]> {
  const found = await listNotices(tenant, workCenterId, now)
  return found.map((one) => ({ ...one, since: told.find(({ type, about }) => type === one.type && about === one.about)?.since ?? now }))
}

async function readErrors(tenant: Tenant, workCenterId: WorkCenterId, { since, now }: { readonly since: number; readonly now: number }) {
  const refused = await listRefused(tenant, workCenterId, { since: since - HOUR_MS, now })
  return { refused, flow: await listFlowShifts(tenant, workCenterId, { since: since - 2 * DAY_MS, now }) }
}

type Task = {
  readonly workCenterId: WorkCenterId
  readonly watched: WatchedWorkCenter
  readonly batch: TellingBatch
  readonly watch: Watch
  readonly facts: SharedFacts
  readonly stored: readonly EpisodeRow[]
  /** Episodes that ended before are not among the stored ones. */
  readonly changedAt: number
  readonly now: number
}

function leastSince(rows: readonly EpisodeRow[], changedAt: number): number {
  return rows.reduce((first, row) => Math.min(first, row.since), changedAt)
}

async function evaluateWatch(tenant: Tenant, task: Task): Promise<{ readonly next: number | null; readonly isChanged: boolean }> {
  const { watch, stored, changedAt, now } = task
  const since = leastSince(stored, changedAt)
  const first = firstRule(watch.rules)
  if (first === null) return { next: null, isChanged: false }
  const { periods, next: judgedNext } = await readPeriods(tenant, task.workCenterId, { ...watch, watched: task.watched }, { since, now })
  const facts = { ...factsFor(watch.condition, task.facts), periods: periods ?? [] }
  const isOfCauses = OF_CAUSES.includes(watch.condition.type)
  // What ended before the first of its stored episodes was told before; those of other causes say nothing of it.
  const found = episodesOf(watch.condition, facts, now).filter(({ until, about = null }) => {
    const own = isOfCauses ? stored.filter((row) => causeOf(row) === about) : stored
    return until === null || until > leastSince(own, changedAt)
  })
  const judged = { now, countsFrom: first.countsFrom, durationMs: first.durationMs, freshMs: watch.freshMs }
  const changes = matchedByCause(watch.condition.type, { stored, found }, judged).filter((change) =>
    isWanted(change, watch.condition.type, now),
  )
  let next = earliest(judgedNext, nextBorder(watch.condition, facts, now))
  let isChanged = false
  for (const change of changes) {
    const row = stored.find((one) => one.id === change.id) ?? null
    const done = await apply(tenant, task, { change, row, facts })
    next = earliest(next, done.next)
    isChanged ||= done.isChanged
  }
  return { next, isChanged }
}

function causeOf({ type, params }: EpisodeRow): string | null {
  return OF_CAUSES.includes(type) ? params.mode : null
}

/** What has another cause is another episode, however long both last; a target is missed by one period, whatever the one behind it does. */
function matchedByCause(
  type: NotificationType,
  { stored, found }: { readonly stored: readonly EpisodeRow[]; readonly found: readonly Episode[] },
  judged: Judged,
): readonly EpisodeChange[] {
  const isOfPeriod = type === 'TARGET_VALUE'
  const ofRow = (row: EpisodeRow) => (isOfPeriod ? String(row.since) : causeOf(row))
  const ofEpisode = ({ since, about = null }: Episode) => (isOfPeriod ? String(since) : about)
  const causes = new Set([...stored.map(ofRow), ...found.map(ofEpisode)])
  return [...causes].flatMap((cause) =>
    matchEpisodes(
      stored.filter((row) => ofRow(row) === cause),
      found.filter((episode) => ofEpisode(episode) === cause),
      judged,
    ),
  )
}

/** An old figure is not told because somebody gave a reason (domain.md AL-7). */
function isWanted(change: EpisodeChange, type: NotificationType, now: number): boolean {
  if (type !== 'TARGET_VALUE') return true
  return !(change.change === 'FIRE' && now - change.dueAt > DAY_MS)
}

type Applied = { readonly next: number | null; readonly isChanged: boolean }
type Changing = { readonly change: EpisodeChange; readonly row: EpisodeRow | null; readonly facts: ConditionFacts }

async function apply(tenant: Tenant, task: Task, { change, row, facts }: Changing): Promise<Applied> {
  const { watch, now, workCenterId } = task
  if (change.change === 'DROP') {
    await deleteEpisodes(tenant, [change.id])
    return { next: null, isChanged: false }
  }
  if (change.change === 'RETRACT' && watch.condition.type === 'TARGET_VALUE')
    return row === null ? NOTHING : noteFigure(tenant, row, { figure: figureNow(watch.condition, facts, row.since, now), now })
  if (change.change === 'RETRACT') {
    const isNotice = OVER_WHEN_GONE.has(watch.condition.type)
    const isOnlyExcused = row !== null && (isNotice || isExcused(watch.condition, facts, row, now))
    if (isOnlyExcused && row.state === 'RESOLVED') return { next: null, isChanged: false }
    const ended = isOnlyExcused ? 'RESOLVED' : 'RETRACTED'
    await updateEpisode(tenant, change.id, { state: ended, until: row?.until ?? now })
    await tellWebhooksAgain(tenant, change.id, ended, now)
    if (ended === 'RETRACTED') task.batch.addPushes(await queueWithdrawals(tenant, change.id, now))
    return { next: null, isChanged: true }
  }
  const { since, until, dueAt, episode } = change
  const found = await paramsOf(tenant, watch.condition, { episode, facts, reasonIdAt: task.facts.reasonIdAt, now })
  const isTold = row !== null && row.firedAt !== null && watch.condition.type === 'TARGET_VALUE'
  const params = isTold ? toldParams(row.params, found.value) : found
  const isFiring = change.change === 'FIRE'
  const state = isFiring ? (isOver(until, now) ? 'RESOLVED' : 'OPEN') : change.state
  const { severity = 'WARNING', durationMs = 0, countsFrom = 0 } = firstRule(watch.rules) ?? {}
  const judgedBy = { durationMs, countsFrom }
  const values = { since, until, dueAt, state, params }
  const of = { workCenterId, type: watch.condition.type, conditionKey: watch.key }
  const id = change.id ?? (await insertEpisode(tenant, of, { ...values, severity }))
  const isCorrected = row !== null && !isSame(row, values)
  if (isCorrected) await updateEpisode(tenant, id, values)
  const isTurned = row !== null && row.firedAt !== null && row.state !== state
  if (isTurned) await tellWebhooksAgain(tenant, id, state === 'RESOLVED' ? 'RESOLVED' : 'UPDATED', now)
  if (state === 'PENDING') return { next: dueAt, isChanged: false }
  if (!isFiring) {
    const going = row === null ? null : { row, state, episode, severity: row.severity, silent: new Set<never>() }
    const told = going === null ? null : await tellDue(tenant, task, going)
    return { next: told?.next ?? null, isChanged: isCorrected || (told?.isTold ?? false) }
  }
  const { steps, silent } = await stepsAtFiring(tenant, task, episode)
  // What was found late counts from now on.
  await fireEpisode(tenant, id, { at: now, isFoundLate: change.isFoundLate, steps, judgedBy, ackTimeoutMinutes: watch.ackTimeoutMinutes })
  const fired = {
    id,
    since,
    until,
    dueAt,
    state,
    severity,
    params,
    steps,
    judgedBy,
    isUnwatched: false,
    type: of.type,
    conditionKey: of.conditionKey,
    firedAt: now,
    isFoundLate: change.isFoundLate,
    toldSteps: 0,
    ackTimeoutMinutes: watch.ackTimeoutMinutes,
    acknowledgedAt: null,
  }
  const told = await tellDue(tenant, task, { row: fired, state, episode, severity, silent })
  return { next: told.next, isChanged: true }
}

const NOTHING: Applied = { next: null, isChanged: false }

/** The figure of a period that was told stays told where it misses its target no more; its figure of now stands beside it, and it ends with the next period. */
async function noteFigure(
  tenant: Tenant,
  row: EpisodeRow,
  { figure, now }: { readonly figure: ReturnType<typeof figureNow>; readonly now: number },
): Promise<Applied> {
  // Without a figure, or a record, what was told is all that there is.
  if (figure === null) return NOTHING
  const params = figure.value === null ? row.params : toldParams(row.params, figure.value)
  const state = figure.until === null ? row.state : 'RESOLVED'
  const values = { since: row.since, until: figure.until ?? row.until, dueAt: row.dueAt, state, params }
  if (isSame(row, values)) return NOTHING
  await updateEpisode(tenant, row.id, values)
  if (row.firedAt !== null && state !== row.state) await tellWebhooksAgain(tenant, row.id, 'RESOLVED', now)
  return { next: null, isChanged: true }
}

/** What comes and goes is told in the inbox alone at first. */
async function stepsAtFiring(tenant: Tenant, { watch, workCenterId, now }: Task, episode: Episode): Promise<Calm> {
  const steps = stepsOf(watch.rules)
  const isCalm = await comesAndGoes(tenant, { workCenterId, conditionKey: watch.key, since: episode.since, now })
  const ackTimeoutMs = watch.ackTimeoutMinutes * MINUTE_MS
  return isCalm ? calmed(steps, { episode, firedAt: now, acknowledgedAt: null, ackTimeoutMs }) : { steps, silent: new Set() }
}

type Telling = Pick<Calm, 'silent'> & {
  readonly row: EpisodeRow
  readonly state: string
  readonly episode: Episode
  readonly severity: Severity
}

/**
 * Tells the steps whose turn has come, in their order; the first also of an episode that is over. Where nobody of an audience hears it, the next step is told
 * at once (domain.md AL-13).
 */
async function tellDue(tenant: Tenant, { batch, watch, workCenterId, now }: Task, { row, state, episode, severity, silent }: Telling) {
  const { id, firedAt, acknowledgedAt, ackTimeoutMinutes } = row
  if (firedAt === null) return { next: null, isTold: false }
  const turns = inTurn(withWorse(row.steps, episode, firedAt), row.toldSteps, {
    episode,
    firedAt,
    acknowledgedAt,
    ackTimeoutMs: ackTimeoutMinutes * MINUTE_MS,
  })
  const inOrder = turns.map(({ step }) => step)
  let told = row.toldSteps
  let worst = severity
  let isHeard = true
  for (const { step, at } of turns.slice(told)) {
    if (told > 0 && state !== 'OPEN') break
    if (told > 0 && isHeard && (at === null || at > now)) return { next: at, isTold: told > row.toldSteps }
    const isMuted = silent.has(step)
    const telling = {
      id,
      step,
      place: told,
      steps: inOrder,
      row,
      workCenterId,
      state,
      worst,
      now,
      isMuted,
      isShownOnly: watch.isShownOnly ?? false,
    }
    ;({ worst, isHeard } = await tellStep(tenant, telling, batch))
    told++
  }
  return { next: null, isTold: told > row.toldSteps }
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
  for (const { id, type } of rows.filter(({ state }) => state === 'OPEN')) {
    await updateEpisode(tenant, id, { state: 'RESOLVED', until: now, isUnwatched: !OF_WHAT_THERE_IS.includes(type) })
    await tellWebhooksAgain(tenant, id, 'RESOLVED', now)
  }
}

function earliest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}
