/** How much of each planned hour was lost on a day. */
export type DayRate = { readonly date: string; readonly minutesPerHour: number }

/** A lasting change for the worse: from which day on, and the mean of the days before and since. */
export type RateChange = { readonly date: string; readonly before: number; readonly since: number }

/** So many days are looked at, and the first of them say what is usual. */
const WINDOW_DAYS = 60
const USUAL_DAYS = 20
/** Of an individuals chart: limits lie so many mean moving ranges from the mean. */
const RANGES_TO_LIMIT = 2.66
/** So many days in a row above the mean are no chance. */
const RUN = 8
/** What is told: after so many days, and from so much on. */
const LEAST_DAYS_AFTER = 5
const LEAST_MINUTES = 1
const LEAST_SHARE = 0.2

/** Returns the first of the ascending dates with work that are looked at; null where they are too few to tell what is usual. */
export function lookedAtFrom(dates: readonly string[]): string | null {
  return dates.length < USUAL_DAYS ? null : (dates.slice(-WINDOW_DAYS)[0] ?? null)
}

/** Returns the mean of the first 20 of the last 60 days and the limit above which a day is unusual; null of fewer days (domain.md N-17). */
export function usualRates(days: readonly DayRate[]): { readonly mean: number; readonly limit: number } | null {
  const usual = days.slice(-WINDOW_DAYS).slice(0, USUAL_DAYS)
  if (usual.length < USUAL_DAYS) return null
  const ranges = usual.slice(1).map((day, at) => Math.abs(day.minutesPerHour - (usual[at]?.minutesPerHour ?? 0)))
  const mean = meanOf(usual)
  return { mean, limit: mean + (RANGES_TO_LIMIT * ranges.reduce((sum, range) => sum + range, 0)) / ranges.length }
}

/** Returns the days above the limit, ascending; each is unusual by itself and changes nothing. */
export function unusualDays(days: readonly DayRate[]): readonly DayRate[] {
  const usual = usualRates(days)
  return usual === null ? [] : days.slice(-WINDOW_DAYS).filter((day) => day.minutesPerHour > usual.limit)
}

/**
 * Returns since when more is lost, or null: where eight days in a row lie above the usual mean, the day after the sum of the differences to the mean of
 * all days is farthest from nothing. Told only five days later, of a minute an hour and a fifth more.
 */
export function changeOf(days: readonly DayRate[]): RateChange | null {
  const window = days.slice(-WINDOW_DAYS)
  const usual = usualRates(window)
  if (usual === null || !hasRun(window, usual.mean)) return null
  const all = meanOf(window)
  let [sum, farthest, at] = [0, 0, 0]
  for (const [index, day] of window.entries()) {
    sum += day.minutesPerHour - all
    if (Math.abs(sum) > farthest) [farthest, at] = [Math.abs(sum), index + 1]
  }
  const first = window[at]
  if (first === undefined || window.length - at - 1 < LEAST_DAYS_AFTER) return null
  const [before, since] = [meanOf(window.slice(0, at)), meanOf(window.slice(at))]
  return since - before >= Math.max(LEAST_MINUTES, LEAST_SHARE * before) ? { date: first.date, before, since } : null
}

function hasRun(days: readonly DayRate[], mean: number): boolean {
  let run = 0
  for (const { minutesPerHour } of days) {
    run = minutesPerHour > mean ? run + 1 : 0
    if (run === RUN) return true
  }
  return false
}

function meanOf(days: readonly DayRate[]): number {
  return days.length === 0 ? 0 : days.reduce((sum, day) => sum + day.minutesPerHour, 0) / days.length
}
