import type { WorkCenterId } from '#engine/ids.ts'
import { NOTICE_TYPES } from '#engine/notification/notice.ts'
import type { Notice } from '#engine/notification/notice.ts'
import type { ConditionFacts } from '#engine/notification/condition.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { gatherSamples } from '#server/sensor/gatheredSamples.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { listRemindedTasks, listToldRuns } from './attention.store.ts'
import { NO_PERIODS, readFacts, readPeriods } from './conditionFacts.service.ts'
import type { AskedPeriods, SharedFacts } from './conditionFacts.service.ts'
import { listWatched } from './conditionFacts.store.ts'
import type { WatchedWorkCenter } from './conditionFacts.store.ts'
import { listEpisodes } from './episode.store.ts'
import type { EpisodeRow } from './episode.store.ts'
import type { Mark } from './mark.store.ts'
import { MEASURED_TYPES, readMeasured } from './measuredFacts.service.ts'
import { listFlowShifts, listMeasuredDevices, listRefused } from './measuredFacts.store.ts'
import { listNotices } from './notice.store.ts'
import { listRules } from './rule.store.ts'
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
export const OF_CAUSES: readonly NotificationType[] = [...ERROR_TYPES, ...CHECKLIST_TYPES, ...NOTICE_TYPES]
/** Types that are watched only while there is something of them: what ended with that is found again as it was. */
export const OF_WHAT_THERE_IS: readonly NotificationType[] = [...CHECKLIST_TYPES, ...NOTICE_TYPES, 'TASK_WAITING']

/** Samples of so long before tell how it was where the stretch begins. */
const MEASURED_LEAD_MS = HOUR_MS

/** A condition that is watched at a work center, with all that it is judged by. */
export type WatchedCondition = {
  readonly watch: Watch
  readonly stored: readonly EpisodeRow[]
  readonly facts: SharedFacts
  readonly periods: NonNullable<ConditionFacts['periods']>
  /** When its next day, week or month is judged; null = never. */
  readonly judgedNext: number | null
}

/** A work center with what is watched there, and what it is judged by. */
export type WatchedPlace = {
  readonly workCenterId: WorkCenterId
  readonly watched: WatchedWorkCenter
  /** Since when its statuses are judged; ms UTC. */
  readonly since: number
  /** Episodes that ended before are not among the stored ones. */
  readonly changedAt: number
  /** Stored episodes that nobody watches any more. */
  readonly ofNobody: readonly EpisodeRow[]
  readonly conditions: readonly WatchedCondition[]
}

type Asked = { readonly now: number; readonly readSamples: SampleReader }

/**
 * Returns the marked work centers that there are, with the stored episodes, held until the transaction ends, and the facts of what is watched there: read in a
 * fixed number of statements, however many work centers they are; samples of batteries and phases in one for each minute in which their stretches begin.
 */
export async function readPlaces(tenant: Tenant, marks: readonly Mark[], { now, readSamples }: Asked): Promise<readonly WatchedPlace[]> {
  const places = await readWatches(tenant, marks, now)
  const watching = places.filter(({ watches }) => watches.length > 0)
  const factsAt = await readFacts(
    tenant,
    watching.map(({ workCenterId, watched, watches, ...place }) => {
      const since = place.least((type) => !OWN_FACTS.includes(type))
      return { workCenterId, watched, since, conditions: watches.map(({ condition }) => condition) }
    }),
    now,
  )
  const errors = await readErrors(tenant, watching, now)
  const readings = await readReadings(tenant, watching, { now, readSamples })
  const asked = watching.flatMap(periodsOf)
  const judged = await readPeriods(
    tenant,
    asked.map(({ of }) => of),
    now,
  )
  const periodsAt = new Map(asked.map(({ watch, of }) => [watch, judged.get(of) ?? NO_PERIODS]))
  return places.map((place): WatchedPlace => {
    const { workCenterId, watched, watches, changedAt, stored } = place
    const { attention, notices } = place
    const facts = { ...factsAt(workCenterId), ...errors(workCenterId), ...attention, notices }
    const { goesOn = [], measured = {} } = readings.get(workCenterId) ?? {}
    const conditions = watches.map((watch): WatchedCondition => {
      const { periods, next } = periodsAt.get(watch) ?? NO_PERIODS
      const ofWatch = { ...facts, ...measured, goesOn: goesOn.find(({ key }) => key === watch.key) }
      const own = stored.filter((row) => row.conditionKey === watch.key)
      return { watch, stored: own, facts: ofWatch, periods: periods ?? [], judgedNext: next }
    })
    const ofNobody = stored.filter(({ conditionKey: key }) => !watches.some((watch) => watch.key === key))
    const since = place.least((type) => !OWN_FACTS.includes(type))
    return { workCenterId, watched, since, changedAt, ofNobody, conditions }
  })
}

/** Returns when the first of the episodes began; with none, or later, the instant. */
export function leastSince(rows: readonly EpisodeRow[], changedAt: number): number {
  return rows.reduce((first, row) => Math.min(first, row.since), changedAt)
}

type Place = Awaited<ReturnType<typeof readWatches>>[number]

/** What is watched at each work center, by its rules and by what there is. */
async function readWatches(tenant: Tenant, marks: readonly Mark[], now: number) {
  const watched = await listWatched(
    tenant,
    marks.map(({ workCenterId }) => workCenterId),
  )
  const there = marks.flatMap((mark) => {
    const found = watched.get(mark.workCenterId)
    return found === undefined ? [] : [{ ...mark, watched: found }]
  })
  const stored = await listEpisodes(
    tenant,
    there.map(({ workCenterId, fromAt }) => ({ workCenterId, since: fromAt })),
  )
  const held = there.map((mark) => {
    const own = stored.get(mark.workCenterId) ?? []
    const changedAt = Math.min(mark.fromAt, now)
    const least = (isMeant: (type: NotificationType) => boolean) =>
      leastSince(
        own.filter(({ type }) => isMeant(type)),
        changedAt,
      )
    return { ...mark, stored: own, changedAt, least }
  })
  const active = held.filter((one) => one.watched.isActive).map(({ workCenterId }) => workCenterId)
  const attentionAt = await readAttention(tenant, held)
  const found = await listNoticesOf(tenant, held, now)
  const rules = Map.groupBy(active.length === 0 ? [] : await listRules(tenant, active), ({ workCenterId }) => workCenterId)
  return held.map((place) => {
    const attention = attentionAt(place.workCenterId)
    const told = toldNotices(place.stored)
    const foundNow = found.get(place.workCenterId) ?? []
    const notices = place.hasNotices && place.watched.isActive ? sinceTold(foundNow, told, now) : told
    const watches = place.watched.isActive
      ? [
          ...watchesOf(rules.get(place.workCenterId) ?? []),
          ...attentionWatches(attention.runs, attention.tasks),
          ...noticeWatches(notices),
        ].map((watch) => sinceActive(watch, place.watched))
      : []
    return { ...place, attention, notices, watches }
  })
}

/** What a work center did before it was at work again does not count (domain.md AL-2). */
function sinceActive(watch: Watch, { activeSince }: WatchedWorkCenter): Watch {
  if (activeSince === null) return watch
  return { ...watch, rules: watch.rules.map((rule) => ({ ...rule, countsFrom: Math.max(rule.countsFrom, activeSince) })) }
}

type Held = Mark & {
  readonly watched: WatchedWorkCenter
  readonly stored: readonly EpisodeRow[]
  readonly least: (isMeant: (type: NotificationType) => boolean) => number
}

async function readAttention(tenant: Tenant, held: readonly Held[]) {
  const since = (types: readonly NotificationType[]) =>
    held.map(({ workCenterId, watched, least }) => ({ workCenterId, watched, since: least((type) => types.includes(type)) }))
  const ofRuns = since(CHECKLIST_TYPES).filter(({ watched }) => watched.hasToldChecklists)
  const ofTasks = since(['TASK_WAITING']).filter(({ watched }) => watched.hasReminders)
  const runs = ofRuns.length === 0 ? null : await listToldRuns(tenant, ofRuns)
  const tasks = ofTasks.length === 0 ? null : await listRemindedTasks(tenant, ofTasks)
  return (workCenterId: WorkCenterId) => ({ runs: runs?.get(workCenterId) ?? [], tasks: tasks?.get(workCenterId) ?? [] })
}

async function listNoticesOf(tenant: Tenant, held: readonly Held[], now: number) {
  const asked = held.filter(({ hasNotices, watched }) => hasNotices && watched.isActive).map(({ workCenterId }) => workCenterId)
  return asked.length === 0 ? new Map<WorkCenterId, never>() : await listNotices(tenant, asked, now)
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
function sinceTold(found: readonly Omit<Notice, 'since'>[], told: readonly Notice[], now: number): readonly Notice[] {
  return found.map((one) => ({ ...one, since: told.find(({ type, about }) => type === one.type && about === one.about)?.since ?? now }))
}

async function readErrors(tenant: Tenant, places: readonly Place[], now: number) {
  if (places.length === 0) return () => ({ refused: [], flow: [] })
  const since = (beforeMs: number) =>
    places.map(({ workCenterId, least }) => ({ workCenterId, since: least((type) => ERROR_TYPES.includes(type)) - beforeMs }))
  const refused = await listRefused(tenant, since(HOUR_MS), now)
  const flow = await listFlowShifts(tenant, since(2 * DAY_MS), now)
  return (workCenterId: WorkCenterId) => ({ refused: refused.get(workCenterId) ?? [], flow: flow.get(workCenterId) ?? [] })
}

/** Readings of battery and phases, where they are watched. */
async function readReadings(tenant: Tenant, places: readonly Place[], { now, readSamples }: Asked) {
  const measuring = places.flatMap(({ watches, ...place }) => {
    const types = new Set(watches.map(({ condition }) => condition.type).filter((type) => MEASURED_TYPES.includes(type)))
    return types.size === 0 ? [] : [{ ...place, types }]
  })
  const found = new Map<WorkCenterId, { readonly goesOn: ReturnType<typeof measuredStretch>['goesOn']; readonly measured: Readings }>()
  if (measuring.length === 0) return found
  const devices = await listMeasuredDevices(
    tenant,
    measuring.map(({ workCenterId }) => workCenterId),
  )
  // The marks are held meanwhile: all are read together.
  const reader = gatherSamples(readSamples)
  const read = async ({ workCenterId, types, stored, changedAt }: (typeof measuring)[number]): Promise<void> => {
    const { start, goesOn } = measuredStretch(
      stored.filter(({ type }) => MEASURED_TYPES.includes(type)),
      changedAt,
    )
    const asked = { start, end: now + 1, types }
    found.set(workCenterId, { goesOn, measured: await readMeasured(tenant.companyId, devices.get(workCenterId), asked, reader) })
  }
  await Promise.all(measuring.map(read))
  return found
}

type Readings = Awaited<ReturnType<typeof readMeasured>>

/** Where readings of battery and phases begin: at the whole minute an hour before what changed, and episodes that have lasted longer go on there. */
function measuredStretch(rows: readonly EpisodeRow[], fromAt: number) {
  const isLong = ({ since, until }: EpisodeRow) => until === null && since < fromAt - 2 * MEASURED_LEAD_MS
  const short = rows.filter((row) => !isLong(row))
  const first = short.reduce((least, row) => Math.min(least, row.since), fromAt) - MEASURED_LEAD_MS
  const start = Math.floor(first / MINUTE_MS) * MINUTE_MS
  const goesOn = rows.flatMap((row) =>
    isLong(row) && row.since < start ? [{ key: row.conditionKey, since: row.since, at: start - 1 }] : [],
  )
  return { start, goesOn }
}

/** The targets of days, weeks or months that are watched at the place. */
function periodsOf({ workCenterId, watched, stored, watches, changedAt }: Place): { readonly watch: Watch; readonly of: AskedPeriods }[] {
  return watches.flatMap((watch) => {
    const { condition, timeOfSending, key } = watch
    if (condition.type !== 'TARGET_VALUE') return []
    const since = leastSince(
      stored.filter((row) => row.conditionKey === key),
      changedAt,
    )
    return [{ watch, of: { workCenterId, watched, since, condition, timeOfSending } }]
  })
}
