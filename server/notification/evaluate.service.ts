import type { WorkCenterId } from '#engine/ids.ts'
import type { ConditionFacts, Episode } from '#engine/notification/condition.ts'
import { episodesOf, figureNow, isExcused, nextBorder } from '#engine/notification/episodes.ts'
import { calmed, firstRule, inTurn, stepsOf, withWorse } from '#engine/notification/escalation.ts'
import type { Calm } from '#engine/notification/escalation.ts'
import { FLAPPING_LOOK_BACK_MS } from '#engine/notification/inboxGroups.ts'
import { isOver, matchEpisodes } from '#engine/notification/matchEpisodes.ts'
import type { EpisodeChange, Judged } from '#engine/notification/matchEpisodes.ts'
import { NOTICE_TYPES } from '#engine/notification/notice.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { factsFor } from './conditionFacts.service.ts'
import { listToldTimes, newEpisodeIds } from './episode.store.ts'
import type { AskedTimes, EpisodeRow, ToldTime } from './episode.store.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { MEASURED_TYPES } from './measuredFacts.service.ts'
import type { Mark } from './mark.store.ts'
import { paramsOf, toldParams } from './notificationParams.ts'
import { comesAndGoes, tellStep } from './tell.service.ts'
import type { TellingBatch } from './tellingBatch.ts'
import { leastSince, OF_CAUSES, OF_WHAT_THERE_IS, readPlaces } from './watchedPlaces.service.ts'
import type { WatchedCondition, WatchedPlace } from './watchedPlaces.service.ts'

/** Types of which what is so no longer was so: it is over, and not taken back. */
const OVER_WHEN_GONE: ReadonlySet<NotificationType> = new Set(NOTICE_TYPES)

/** Samples write no events: what is judged by them is looked at so often. */
const MEASURED_LOOK_MS = 30 * SECOND_MS

/** A marked work center, and when the clock changes something there next; null = only facts do. */
export type Evaluated = { readonly workCenterId: WorkCenterId; readonly next: number | null }

/**
 * Works out the episodes of the marked work centers of a company anew, of the time since each mark and of what goes on, and has the batch tell those whose turn has come, all
 * in the caller's transaction: facts are read in sets, and the batch writes in sets at its end.
 */
export async function evaluateWorkCenters(
  tenant: Tenant,
  marks: readonly Mark[],
  { now, readSamples }: { readonly now: number; readonly readSamples: SampleReader },
  batch: TellingBatch,
): Promise<readonly Evaluated[]> {
  const places = await readPlaces(tenant, marks, { now, readSamples })
  const judged = places.map((place) => ({ place, watches: place.conditions.flatMap((one) => judge(place, one, now) ?? []) }))
  const fresh = await readFresh(
    tenant,
    judged.flatMap(({ watches }) => watches),
  )
  const next = new Map<WorkCenterId, number | null>()
  for (const { place, watches } of judged) next.set(place.workCenterId, await applyAt(tenant, place, { watches, fresh, batch, now }))
  return marks.map(({ workCenterId }) => ({ workCenterId, next: next.get(workCenterId) ?? null }))
}

/** What follows from the facts of a watched condition. */
type JudgedWatch = WatchedCondition & {
  readonly place: WatchedPlace
  readonly condition: ConditionFacts
  readonly changes: readonly EpisodeChange[]
  readonly next: number | null
}

function judge(place: WatchedPlace, one: WatchedCondition, now: number): JudgedWatch | null {
  const { watch, stored, facts: shared, periods, judgedNext } = one
  const first = firstRule(watch.rules)
  if (first === null) return null
  const { changedAt } = place
  const { condition, freshMs } = watch
  const facts = { ...factsFor(condition, shared), periods }
  const isOfCauses = OF_CAUSES.includes(condition.type)
  // What ended before the first of its stored episodes was told before; those of other causes say nothing of it.
  const found = episodesOf(condition, facts, now).filter(({ since, until, about = null }) => {
    // Periods of targets reach into each other: of those that ended before the change none is stored here but those that are.
    if (condition.type === 'TARGET_VALUE') return until === null || until > changedAt || stored.some((row) => row.since === since)
    const own = isOfCauses ? stored.filter((row) => causeOf(row) === about) : stored
    return until === null || until > leastSince(own, changedAt)
  })
  const judged = { now, countsFrom: first.countsFrom, durationMs: first.durationMs, freshMs }
  const changes = matchedByCause(condition.type, { stored, found }, judged).filter((change) => isWanted(change, condition.type, now))
  return { ...one, place, condition: facts, changes, next: earliest(judgedNext, nextBorder(condition, facts, now)) }
}

/** What new episodes need: ids, and when their conditions held before. */
type Fresh = {
  readonly idOf: (change: EpisodeChange) => string
  readonly toldTimes: (change: EpisodeChange) => readonly ToldTime[]
}

async function readFresh(tenant: Tenant, watches: readonly JudgedWatch[]): Promise<Fresh> {
  const made = watches.flatMap(({ changes }) => changes.filter(({ id }) => id === null))
  const ids = await newEpisodeIds(tenant, made.length)
  const idOf = new Map(made.map((change, index) => [change, ids[index] ?? '']))
  const fired = watches.flatMap(({ place: { workCenterId }, watch, changes }) =>
    changes.flatMap((change): { readonly change: EpisodeChange; readonly asked: AskedTimes }[] =>
      change.change === 'FIRE'
        ? [{ change, asked: { workCenterId, conditionKey: watch.key, since: change.since - FLAPPING_LOOK_BACK_MS } }]
        : [],
    ),
  )
  const times = await listToldTimes(
    tenant,
    fired.map(({ asked }) => asked),
  )
  const timesOf = new Map(fired.map(({ change, asked }) => [change, times.get(asked) ?? []]))
  return { idOf: (change) => change.id ?? idOf.get(change) ?? '', toldTimes: (change) => timesOf.get(change) ?? [] }
}

type Applying = {
  readonly watches: readonly JudgedWatch[]
  readonly fresh: Fresh
  readonly batch: TellingBatch
  readonly now: number
}

/** Applies what follows at one work center; returns when the clock changes something there next. */
async function applyAt(tenant: Tenant, place: WatchedPlace, { watches, fresh, batch, now }: Applying): Promise<number | null> {
  const { ofNobody, workCenterId, since } = place
  endWatch(place, batch, now)
  const isMeasured = watches.some(({ watch }) => MEASURED_TYPES.includes(watch.condition.type))
  let next: number | null = isMeasured ? now + MEASURED_LOOK_MS : null
  let isChanged = ofNobody.length > 0
  for (const one of watches) {
    next = earliest(next, one.next)
    /** Episodes of the condition as they stand after each change. */
    const rows = new Map(one.stored.map((row) => [row.id, row]))
    for (const change of one.changes) {
      const done = await apply(tenant, { ...one, rows, fresh, batch, now }, change)
      next = earliest(next, done.next)
      isChanged ||= done.isChanged
    }
  }
  if (isChanged) batch.addChange({ workCenterId, kinds: ['notification'], from: since, to: null })
  return next
}

type Task = JudgedWatch & {
  readonly rows: Map<string, EpisodeRow>
  readonly fresh: Fresh
  readonly batch: TellingBatch
  readonly now: number
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
const NOTHING: Applied = { next: null, isChanged: false }

async function apply(tenant: Tenant, task: Task, change: EpisodeChange): Promise<Applied> {
  const { watch, batch, rows, fresh, condition: facts, now } = task
  const row = rows.get(change.id ?? '') ?? null
  if (change.change === 'DROP') {
    batch.remove(change.id)
    rows.delete(change.id)
    return NOTHING
  }
  if (change.change === 'RETRACT') return row === null ? NOTHING : takeBack(task, row)
  const { since, until, dueAt, episode } = change
  const found = paramsOf(watch.condition, { ...task.facts, episode, facts, now })
  const isTold = row !== null && row.firedAt !== null && watch.condition.type === 'TARGET_VALUE'
  const params = isTold ? toldParams(row.params, found.value) : found
  const isFiring = change.change === 'FIRE'
  const state = isFiring ? (isOver(until, now) ? 'RESOLVED' : 'OPEN') : change.state
  const { severity = 'WARNING', durationMs = 0, countsFrom = 0 } = firstRule(watch.rules) ?? {}
  const values = { since, until, dueAt, state, params } as const
  const corrected: EpisodeRow = { ...(row ?? newRow(fresh.idOf(change), watch, severity)), ...values }
  const isCorrected = row !== null && !isSame(row, corrected)
  if (row === null || isCorrected) keep(task, corrected, { isNew: row === null })
  const isTurned = row !== null && row.firedAt !== null && row.state !== state
  if (isTurned) tellAgain(task, corrected, state === 'RESOLVED' ? 'RESOLVED' : 'UPDATED')
  if (state === 'PENDING') return { next: dueAt, isChanged: false }
  if (!isFiring) {
    const told = row === null ? null : await tellDue(tenant, task, { row: corrected, episode, silent: new Set() })
    return { next: told?.next ?? null, isChanged: isCorrected || (told?.isTold ?? false) }
  }
  const { steps, silent } = stepsAtFiring(task, change, corrected)
  // What was found late counts from now on.
  const fired: EpisodeRow = {
    ...corrected,
    severity,
    steps,
    firedAt: now,
    isFoundLate: change.isFoundLate,
    judgedBy: { durationMs, countsFrom },
    ackTimeoutMinutes: watch.ackTimeoutMinutes,
  }
  rows.set(fired.id, fired)
  const told = await tellDue(tenant, task, { row: fired, episode, silent })
  return { next: told.next, isChanged: true }
}

/** A row of an episode before anything is known of it. */
function newRow(id: string, { key, condition }: Task['watch'], severity: EpisodeRow['severity']): Omit<EpisodeRow, keyof Values> {
  return {
    id,
    type: condition.type,
    conditionKey: key,
    severity,
    firedAt: null,
    judgedBy: null,
    isUnwatched: false,
    isFoundLate: false,
    steps: [],
    toldSteps: 0,
    ackTimeoutMinutes: 60,
    acknowledgedAt: null,
  }
}

type Values = Pick<EpisodeRow, 'dueAt' | 'params' | 'since' | 'state' | 'until'>

function keep({ place, batch, rows }: Task, row: EpisodeRow, options?: { readonly isNew: boolean }): void {
  rows.set(row.id, row)
  batch.keep(place.workCenterId, row, options)
}

/** Has webhooks hear of it again that heard of it before. */
function tellAgain({ place, batch }: Pick<Task, 'batch' | 'place'>, row: EpisodeRow, event: 'RESOLVED' | 'RETRACTED' | 'UPDATED'): void {
  const { workCenterId, watched } = place
  batch.tellWebhooks({ row, workCenterId, workCenter: watched.name, zone: watched.zone, event, configId: null, isNews: true })
}

/** What did not happen is taken back; what was excused, or is so no longer, is over. */
function takeBack(task: Task, row: EpisodeRow): Applied {
  const { watch, condition: facts, batch, now } = task
  if (watch.condition.type === 'TARGET_VALUE') return noteFigure(task, row)
  const isNotice = OVER_WHEN_GONE.has(watch.condition.type)
  const isOnlyExcused = isNotice || isExcused(watch.condition, facts, row, now)
  if (isOnlyExcused && row.state === 'RESOLVED') return NOTHING
  const ended = isOnlyExcused ? 'RESOLVED' : 'RETRACTED'
  const over: EpisodeRow = { ...row, state: ended, until: row.until ?? now }
  keep(task, over)
  tellAgain(task, over, ended)
  if (ended === 'RETRACTED') batch.withdraw(row.id)
  return { next: null, isChanged: true }
}

/** The figure of a period that was told stays told where it misses its target no more; its figure of now stands beside it, and it ends with the next period. */
function noteFigure(task: Task, row: EpisodeRow): Applied {
  const { watch, condition: facts, now } = task
  const figure = figureNow(watch.condition, facts, row.since, now)
  // Without a figure, or a record, what was told is all that there is.
  if (figure === null) return NOTHING
  const params = figure.value === null ? row.params : toldParams(row.params, figure.value)
  const state = figure.until === null ? row.state : 'RESOLVED'
  const noted: EpisodeRow = { ...row, until: figure.until ?? row.until, state, params }
  if (isSame(row, noted)) return NOTHING
  keep(task, noted)
  if (row.firedAt !== null && state !== row.state) tellAgain(task, noted, 'RESOLVED')
  return { next: null, isChanged: true }
}

/** What comes and goes is told in the inbox alone at first. */
function stepsAtFiring({ watch, rows, fresh, now }: Task, change: EpisodeChange & { readonly episode: Episode }, row: EpisodeRow): Calm {
  const steps = stepsOf(watch.rules)
  // As it stands with what was changed by now.
  const isTold = ({ state }: EpisodeRow) => state === 'OPEN' || state === 'RESOLVED'
  const own = [...rows.values()].filter((one) => isTold(one) && one.since >= row.since - FLAPPING_LOOK_BACK_MS)
  const others = fresh.toldTimes(change).filter(({ id }) => !rows.has(id))
  const { episode } = change
  const isCalm = comesAndGoes([...own, ...others], episode.since, now)
  const ackTimeoutMs = watch.ackTimeoutMinutes * MINUTE_MS
  return isCalm ? calmed(steps, { episode, firedAt: now, acknowledgedAt: null, ackTimeoutMs }) : { steps, silent: new Set() }
}

type Telling = Pick<Calm, 'silent'> & { readonly row: EpisodeRow; readonly episode: Episode }

/**
 * Tells the steps whose turn has come, in their order; the first also of an episode that is over. Where nobody of an audience hears it, the next step is told
 * at once (domain.md AL-13).
 */
async function tellDue(tenant: Tenant, task: Task, { row, episode, silent }: Telling) {
  const { batch, watch, place, rows, now } = task
  const { firedAt, acknowledgedAt, ackTimeoutMinutes } = row
  if (firedAt === null) return { next: null, isTold: false }
  const turns = inTurn(withWorse(row.steps, episode, firedAt), row.toldSteps, {
    episode,
    firedAt,
    acknowledgedAt,
    ackTimeoutMs: ackTimeoutMinutes * MINUTE_MS,
  })
  const inOrder = turns.map(({ step }) => step)
  const { workCenterId, watched } = place
  let current = row
  let worst = row.severity
  let isHeard = true
  for (const { step, at } of turns.slice(row.toldSteps)) {
    const told = current.toldSteps
    if (told > 0 && row.state !== 'OPEN') break
    if (told > 0 && isHeard && (at === null || at > now)) return { next: at, isTold: told > row.toldSteps }
    const telling = {
      workCenterId,
      workCenter: watched.name,
      zone: watched.zone,
      step,
      place: told,
      steps: inOrder,
      row: current,
      worst,
      now,
      isMuted: silent.has(step),
      isShownOnly: watch.isShownOnly ?? false,
    }
    ;({ row: current, worst, isHeard } = await tellStep(tenant, telling, batch))
    rows.set(current.id, current)
  }
  return { next: null, isTold: current.toldSteps > row.toldSteps }
}

function isSame(row: EpisodeRow, other: EpisodeRow): boolean {
  const { since, until, dueAt, state } = row
  return (
    since === other.since &&
    until === other.until &&
    dueAt === other.dueAt &&
    state === other.state &&
    JSON.stringify(row.params) === JSON.stringify(other.params)
  )
}

/** What nobody watches any more does not go on. */
function endWatch(place: WatchedPlace, batch: TellingBatch, now: number): void {
  for (const row of place.ofNobody) {
    if (row.state === 'PENDING') batch.remove(row.id)
    if (row.state !== 'OPEN') continue
    const ended: EpisodeRow = { ...row, state: 'RESOLVED', until: now, isUnwatched: !OF_WHAT_THERE_IS.includes(row.type) }
    batch.keep(place.workCenterId, ended)
    tellAgain({ place, batch }, ended, 'RESOLVED')
  }
}

function earliest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}
