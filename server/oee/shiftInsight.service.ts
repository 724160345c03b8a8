import { forecastShift, FORECAST_SHIFTS } from '#engine/oee/forecastShift.ts'
import type { PastShift, ShiftForecast } from '#engine/oee/forecastShift.ts'
import { explainedShareOf } from '#engine/oee/explainedShare.ts'
import { dataCoverageOf } from '#engine/oee/furtherKpis.ts'
import { countedOf, runTimesOf } from '#engine/oee/kpis.ts'
import { kpisOf } from '#engine/oee/recordKpis.ts'
import { sumsOf } from '#engine/oee/recordSums.ts'
import { waterfallOf } from '#engine/oee/waterfall.ts'
import { mainStopOf, shiftStory, storyLosses } from '#engine/shift/shiftStory.ts'
import type { StoryHour, StorySentence, StoryStop } from '#engine/shift/shiftStory.ts'
import { clockHoursOf } from '#engine/time/clockHours.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import { listSilence } from '#server/shift/shiftCounts.store.ts'
import { findPlantZone } from '#server/workCenter/plantZone.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { listHourTerms } from './hourTerms.store.ts'
import type { HourTerms } from './hourTerms.store.ts'
import { listShiftsBefore, listStoryStops } from './shiftInsight.store.ts'
import { targetsOfShifts } from './shiftTarget.service.ts'

/** How many shifts before are the usual ones. */
export const USUAL_SHIFTS = 10
/** A shift that was recorded less than this teaches nothing. */
const ENOUGH_COVERAGE = 0.9

/** Returns the story of the shift as its record and its losses tell it now (domain.md S-93). */
export async function storyOfShift(tenant: Tenant, record: StoredShift, workCenter: WorkCenter): Promise<readonly StorySentence[]> {
  const { workCenterId, shift, terms } = record
  const key = { workCenterId, start: shift.start }
  const stops = await listStoryStops(tenant, [key])
  const wanted = { limit: USUAL_SHIFTS, leastCoverage: null, isPriced: workCenter.calculatePerformance }
  const before = await listShiftsBefore(tenant, { ...key, shiftId: shift.shiftId }, wanted)
  const inReach = await listHourTerms(tenant, workCenterId, { start: shift.start - HOUR_MS + 1, end: shift.end }, [shift.shiftId])
  const hours = inReach.filter(({ shiftStart }) => shiftStart === shift.start)
  const [{ silentMs } = { silentMs: 0 }] = await listSilence(tenant, [key])
  const target = (await targetsOfShifts(tenant, [record])).get(workCenterId)?.get(shift.start)
  const waterfall = waterfallOf(terms)
  return shiftStory({
    oee: kpisOf(terms, workCenter).oee,
    targetOee: workCenter.targetOee === null ? null : workCenter.targetOee / 100,
    // What was made, as everywhere against the plan: also of time that OEE leaves out.
    goodUnits: terms.output.accepted,
    planUnits: (record.asOf < shift.end ? target?.targetToDate : target?.targetFullShift) ?? null,
    plannedMs: runTimesOf(terms).plannedMs,
    // What OEE does not count costs it no points.
    losses: storyLosses(workCenter.calculateAvailability ? stops : [], {
      speedMs: workCenter.calculatePerformance ? (waterfall?.speedLossMs ?? null) : null,
      qualityMs: workCenter.calculateQuality ? (waterfall?.qualityLossMs ?? null) : null,
    }),
    before: before.flatMap((one) => kpisOf(one.terms, workCenter).oee ?? []),
    hours: hours.flatMap((hour) => storyHourOf(hour, record, stops)),
    dataCoverage: dataCoverageOf(terms),
    explained: explainedShareOf(terms, { waitingMs: waitingOf(stops), silentMs, isTracked: workCenter.autoDowntimeTracking }),
    issues: record.issues,
    revision: record.revision,
  })
}

/** Returns how the running shift will end (domain.md S-91); null for one that is over or of which nothing can be said. */
export async function forecastOfShift(tenant: Tenant, record: StoredShift, workCenter: WorkCenter): Promise<ShiftForecast | null> {
  const { workCenterId, shift, terms } = record
  if (record.asOf >= shift.end) return null
  const zone = await findPlantZone(tenant, workCenterId)
  const learnFrom = (isPriced: boolean) => pastShifts(tenant, record, zone, isPriced)
  const ofOee = await learnFrom(workCenter.calculatePerformance)
  const isOther = !workCenter.calculatePerformance && record.idealCycleMs !== null
  return forecastShift(
    {
      sums: sumsOf(terms),
      switches: workCenter,
      elapsedMs: record.asOf - shift.start,
      hours: hoursFrom(zone, shift),
      idealCycleMs: record.idealCycleMs,
    },
    { ofOee, ofUnits: isOther ? await learnFrom(true) : ofOee },
  )
}

/** The same shift before as often as a forecast learns from, with the hours that lie in each. */
async function pastShifts(
  tenant: Tenant,
  { workCenterId, shift }: StoredShift,
  zone: string,
  isPriced: boolean,
): Promise<readonly PastShift[]> {
  const asked = { workCenterId, start: shift.start, shiftId: shift.shiftId }
  const before = await listShiftsBefore(tenant, asked, { limit: FORECAST_SHIFTS, leastCoverage: ENOUGH_COVERAGE, isPriced })
  const oldest = before.at(-1)
  if (oldest === undefined) return []
  const reach = { start: oldest.shift.start - HOUR_MS + 1, end: shift.start }
  const byShift = Map.groupBy(await listHourTerms(tenant, workCenterId, reach, [shift.shiftId]), ({ shiftStart }) => shiftStart)
  return before.map((one) => {
    const termsOf = new Map(byShift.get(one.shift.start)?.map(({ start, terms }) => [start, terms]))
    return {
      hours: hoursFrom(zone, one.shift).flatMap(({ bucketStart, ...hour }) => {
        const terms = termsOf.get(bucketStart)
        return terms === undefined ? [] : [{ ...hour, terms }]
      }),
    }
  })
}

function hoursFrom(zone: string, shift: Interval) {
  return clockHoursOf(zone, shift).map(({ start, end, ...hour }) => ({ ...hour, startMs: start - shift.start, endMs: end - shift.start }))
}

/** An hour that is over, as far as it lies in the shift; its main stop only there. */
function storyHourOf({ start, terms }: HourTerms, { shift, asOf }: StoredShift, stops: readonly StoryStop[]): readonly StoryHour[] {
  const within = { start: Math.max(start, shift.start), end: Math.min(start + HOUR_MS, shift.end) }
  if (within.end <= within.start || within.end > asOf) return []
  const counted = countedOf(terms)
  return [
    {
      start: within.start,
      plannedMs: runTimesOf(terms).plannedMs,
      goodUnits: counted.total - counted.rejected,
      mainStop: mainStopOf(stops, within),
    },
  ]
}

/** The time of stops that wait for a reason. */
function waitingOf(stops: readonly StoryStop[]): number {
  return stops
    .filter(({ reasonId, isScheduled, isSmall }) => reasonId === null && !isScheduled && !isSmall)
    .reduce((sum, { start, end }) => sum + end - start, 0)
}
