import { changeOf, lookedAtFrom, unusualDays, usualRates, type DayRate, type RateChange } from '#engine/analytics/changeMarks.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { dateAt, movedDate, type DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { filterByReasons, type LossQuestion } from '#server/loss/lossFilter.service.ts'
import { settleLosses } from '#server/loss/lossList.store.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import { MAX_FACTS, readRecordFacts } from './cellReaders.service.ts'
import { loadLossFacts } from './lossFacts.service.ts'
import type { FactsQuestion } from './lossFacts.store.ts'

/** A reason at a work center that takes more since a day; `points` = of availability of all work centers that were asked for. Rates are minutes of a planned hour. */
export type ChangeMark = RateChange & { readonly workCenterId: number; readonly reasonId: number; readonly points: number }

/** A day on which a reason took more than is usual there. */
export type UnusualDay = DayRate & { readonly workCenterId: number; readonly reasonId: number; readonly usual: number }

/** So many of each: what costs most, and what was last. */
const MOST_MARKS = 3
/** 60 days with work lie within these. */
const LOOKED_BACK_DAYS = 120
/** The days of so many work centers are read at once: of all of a large factory they are more than an answer may have. */
const PLACES_AT_ONCE = 20
/** Days with less planned time say little. */
const LEAST_PLANNED_MS = HOUR_MS

type Asked = {
  readonly filter: LossQuestion
  /** Shift dates, both included; null = up to yesterday, and of the last seven days. */
  readonly first: string | null
  readonly last: string | null
  readonly now: number
  /** The most facts that are read at once, and of how many work centers. */
  readonly most?: number
  readonly placesAtOnce?: number
}

/** Returns since when which reasons take more at which work centers, the costliest first, and days of the dates that were unusual, the latest first (domain.md N-17). */
export async function findChangeMarks(
  tenant: Tenant,
  { filter, first, last, now, most = MAX_FACTS, placesAtOnce = PLACES_AT_ONCE }: Asked,
): Promise<{ readonly changes: readonly ChangeMark[]; readonly unusual: readonly UnusualDay[] }> {
  const end = last ?? movedDate(dateAt('UTC', now), -1)
  const dates: DateRange = { from: movedDate(end, 1 - LOOKED_BACK_DAYS), to: movedDate(end, 1) }
  const planned = await plannedDays(tenant, filter, dates)
  const question: LossQuestion = { ...filter, source: 'STATUS', lowersOee: true }
  await settleLosses(tenant, { ...question, periodTo: Date.parse(dates.to) })
  const around = { now, most, zones: await listPlantZones(tenant, null) }
  const places = placesToRead(planned, first)
  const [changes, unusual]: [ChangeMark[], UnusualDay[]] = [[], []]
  for (let from = 0; from < places.length; from += placesAtOnce) {
    const some = places.slice(from, from + placesAtOnce)
    const workCenterIds = some.map(({ id }) => id)
    const since = some.reduce((least, one) => (one.since < least ? one.since : least), dates.to)
    for (const [key, msOfDay] of await lostDays(tenant, { ...question, workCenterIds }, { ...around, dates: { ...dates, from: since } })) {
      const [place = 0, reasonId = 0] = key.split(' ').map(Number)
      const workCenterId = asId<WorkCenterId>(place)
      const days = [...(planned.get(workCenterId) ?? [])].map(([date, plannedMs]) => ({
        date,
        minutesPerHour: (msOfDay.get(date) ?? 0) / MINUTE_MS / (plannedMs / HOUR_MS),
      }))
      const change = changeOf(days)
      if (change !== null) changes.push({ workCenterId, reasonId, ...change, points: pointsOf(change, workCenterId, planned) })
      const usual = usualRates(days)?.mean ?? 0
      for (const day of unusualDays(days))
        if (day.date >= (first ?? movedDate(end, -6))) unusual.push({ workCenterId, reasonId, ...day, usual })
    }
  }
  const costliest = changes.toSorted((one, other) => other.points - one.points || one.workCenterId - other.workCenterId)
  const latest = unusual.toSorted((one, other) =>
    one.date === other.date ? other.minutesPerHour - one.minutesPerHour : one.date < other.date ? 1 : -1,
  )
  return { changes: costliest.slice(0, MOST_MARKS), unusual: latest.slice(0, MOST_MARKS) }
}

/** Of each work center the days with work and their planned time in ms, ascending. */
type PlannedDays = ReadonlyMap<WorkCenterId, ReadonlyMap<string, number>>

/** The work centers with enough days, of which one lies in the dates that were asked for, and since when their losses are looked at. */
function placesToRead(planned: PlannedDays, first: string | null): readonly { readonly id: WorkCenterId; readonly since: string }[] {
  return [...planned].flatMap(([id, days]) => {
    const dates = [...days.keys()]
    const since = lookedAtFrom(dates)
    return since === null || (first !== null && (dates.at(-1) ?? '') < first) ? [] : [{ id, since }]
  })
}

async function plannedDays(tenant: Tenant, filter: LossQuestion, dates: DateRange): Promise<PlannedDays> {
  const facts = await readRecordFacts(tenant, { measure: 'OEE', by: ['WORK_CENTER', 'DAY'], filter }, dates)
  const days = new Map<WorkCenterId, Map<string, number>>()
  for (const { keys, sums } of facts.toSorted((one, other) => ((one.keys[1] ?? '') < (other.keys[1] ?? '') ? -1 : 1))) {
    const plannedMs = sums.elapsedMs - sums.excludedMs - sums.noDataMs
    if (plannedMs < LEAST_PLANNED_MS) continue
    const id = asId<WorkCenterId>(Number(keys[0]))
    const own = days.get(id) ?? new Map<string, number>()
    days.set(id, own.set(keys[1] ?? '', plannedMs))
  }
  return days
}

/** The ms lost by day under each work center and reason. */
async function lostDays(
  tenant: Tenant,
  filter: LossQuestion,
  { dates, zones, now, most }: Pick<FactsQuestion, 'most' | 'now' | 'zones'> & { readonly dates: DateRange },
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const asked = {
    by: ['WORK_CENTER', 'DAY', 'REASON'],
    filter: await filterByReasons(tenant, filter),
    zones,
    now,
    most,
  } as const
  const lost = new Map<string, Map<string, number>>()
  for (const { workCenterId, reasonId, date, durationMs } of await loadLossFacts(tenant, asked, dates)) {
    if (reasonId === null || date === null) continue
    const key = `${workCenterId} ${reasonId}`
    const own = lost.get(key) ?? new Map<string, number>()
    lost.set(key, own.set(date, (own.get(date) ?? 0) + durationMs))
  }
  return lost
}

/** What the change costs of the planned time of all since then, in points of availability. */
function pointsOf({ date, before, since }: RateChange, workCenterId: WorkCenterId, planned: PlannedDays): number {
  const sinceThen = (days: ReadonlyMap<string, number> | undefined) =>
    [...(days ?? [])].reduce((sum, [day, ms]) => (day >= date ? sum + ms : sum), 0)
  const all = [...planned.values()].reduce((sum, days) => sum + sinceThen(days), 0)
  return all === 0 ? 0 : (100 * ((since - before) / 60) * sinceThen(planned.get(workCenterId))) / all
}
