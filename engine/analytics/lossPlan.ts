import { periodOf, periodsBetween, type DateRange } from '#engine/time/statPeriod.ts'
import type { Dimension } from './dimensions.ts'

/** By what losses are kept apart: not at all, by the hour in which they begin, by who said something of them last, by status, or by work center. */
export const LOSS_CUTS = ['COMPANY', 'HOUR', 'PERSON', 'STATUS', 'WORK_CENTER'] as const
export type LossCut = (typeof LOSS_CUTS)[number]
export const LOSS_GRAINS = ['DAY', 'MONTH', 'WEEK'] as const
export type LossGrain = (typeof LOSS_GRAINS)[number]

/** What of a question decides where it can be read. */
export type PlannedQuestion = {
  readonly by: readonly Dimension[]
  readonly isOfWorkCenters: boolean
  readonly isOfHours: boolean
  readonly isOfWeekdays: boolean
}

/** Returns which kept sums can answer, and how coarse they may be; null = only losses themselves can. */
export function lossPlan({ by, isOfWorkCenters, isOfHours, isOfWeekdays }: PlannedQuestion): { cut: LossCut; grain: LossGrain } | null {
  const needsWorkCenter = isOfWorkCenters || by.includes('WORK_CENTER') || by.includes('GROUP')
  const needsHour = isOfHours || by.includes('HOUR')
  const [cut = 'COMPANY', ...others] = [
    ...(needsHour ? (['HOUR'] as const) : []),
    ...(by.includes('PERSON') ? (['PERSON'] as const) : []),
    ...(by.includes('STATUS') ? (['STATUS'] as const) : []),
    ...(needsWorkCenter ? (['WORK_CENTER'] as const) : []),
  ]
  if (others.length > 0) return null
  const isByDay = needsHour || isOfWeekdays || by.includes('DAY') || by.includes('WEEKDAY')
  const grain = isByDay || (by.includes('WEEK') && by.includes('MONTH')) ? 'DAY' : by.includes('WEEK') ? 'WEEK' : 'MONTH'
  return { cut, grain }
}

/** A stretch of dates that are read alike: whole periods of kept sums, or the losses themselves. */
export type LossPart = DateRange & { readonly grain: LossGrain | 'ROWS' }

/**
 * Returns the dates divided into parts, ascending: whole periods of the grain that lie before `closedBefore`, at their edges smaller ones, and losses
 * themselves from there on. Months have weeks at their edges, weeks days.
 */
export function lossParts(grain: LossGrain, dates: DateRange, closedBefore: string): LossPart[] {
  const closedTo = dates.to < closedBefore ? dates.to : closedBefore
  if (closedTo <= dates.from) return dates.from < dates.to ? [{ ...dates, grain: 'ROWS' }] : []
  const open: LossPart[] = closedTo < dates.to ? [{ from: closedTo, to: dates.to, grain: 'ROWS' }] : []
  return [...closedParts(grain, { from: dates.from, to: closedTo }), ...open]
}

function closedParts(grain: LossGrain, dates: DateRange): LossPart[] {
  if (dates.from >= dates.to) return []
  if (grain === 'DAY') return [{ ...dates, grain }]
  const whole = periodsBetween(grain, dates).filter(({ from, to }) => {
    const period = periodOf(grain, from)
    return period.from === from && period.to === to
  })
  const [first, last] = [whole[0], whole.at(-1)]
  const smaller = grain === 'MONTH' ? 'WEEK' : 'DAY'
  if (first === undefined || last === undefined) return closedParts(smaller, dates)
  return [
    ...closedParts(smaller, { from: dates.from, to: first.from }),
    { from: first.from, to: last.to, grain },
    ...closedParts(smaller, { from: last.to, to: dates.to }),
  ]
}

/** Returns the dates of the periods that begin at the ascending dates, those that touch as one stretch. */
export function stretchesFrom(grain: LossGrain, firstDates: readonly string[]): readonly DateRange[] {
  const stretches: DateRange[] = []
  for (const date of firstDates) {
    const { from, to } = periodOf(grain, date)
    const last = stretches.at(-1)
    if (last?.to === from) stretches[stretches.length - 1] = { from: last.from, to }
    else stretches.push({ from, to })
  }
  return stretches
}
