import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { ComparedFiguresFragment } from '#web/api/generated/graphql.ts'

/** Compared figures; more is better for each. */
export const MEASURES = ['oee', 'availability', 'performance', 'quality', 'plan'] as const
export type Measure = (typeof MEASURES)[number]

type Targets = {
  readonly targetOee?: number | null
  readonly targetAvailability?: number | null
  readonly targetPerformance?: number | null
  readonly targetQuality?: number | null
}

/** What is compared of a work center: fractions of 1, and what it made of how much; null = not known. */
export type Compared = Readonly<Record<Measure, number | null>> & {
  readonly output: { readonly made: number; readonly rejected: number; readonly target: number | null } | null
}

/** Returns the figures of the shift so far; `plan` is the output by what should be made by now. */
export function comparedShift(live: LiveWorkCenter | undefined): Compared {
  const { oee = null, availability = null, performance = null, quality = null } = live?.oee ?? {}
  const output = live?.output ?? null
  return {
    oee,
    availability,
    performance,
    quality,
    plan: output === null ? null : shareOf(output.total, output.targetToDate),
    output: output === null ? null : { made: output.total, rejected: output.rejected, target: output.targetFullShift },
  }
}

/** Returns the figures of a period; without a record in it none are known, and no output where the work center made several units. */
export function comparedPeriod(stats: ComparedFiguresFragment['stats'] | undefined): Compared {
  const ratioOf = (percent: { readonly exactValue: number } | null | undefined) => (percent == null ? null : percent.exactValue / 100)
  const [only, ...others] = stats === undefined || stats.records === 0 ? [] : stats.outputs
  const output = only === undefined || others.length > 0 ? null : only
  return {
    oee: ratioOf(stats?.oee),
    availability: ratioOf(stats?.availability),
    performance: ratioOf(stats?.performance),
    quality: ratioOf(stats?.quality),
    plan: output === null ? null : shareOf(output.totalOutput, output.targetOutput ?? null),
    output: output === null ? null : { made: output.totalOutput, rejected: output.rejectedOutput, target: output.targetOutput ?? null },
  }
}

function shareOf(made: number, due: number | null): number | null {
  return due === null || due <= 0 ? null : made / due
}

/** Returns the target of a measure as a fraction of 1; null where none is set. */
export function targetOf(measure: Measure, targets: Targets): number | null {
  const percent = {
    oee: targets.targetOee,
    availability: targets.targetAvailability,
    performance: targets.targetPerformance,
    quality: targets.targetQuality,
    plan: 100,
  }[measure]
  return percent == null ? null : percent / 100
}

export type Ranking = { readonly isBest: boolean; readonly behind: number | null }

/**
 * Returns the rank of each known value, as displayed (a tenth of a percent): the best are marked unless all are equal; the others get their distance
 * as a fraction of 1.
 */
export function rankingsOf(values: readonly (number | null)[]): readonly Ranking[] {
  const shown = values.map((value) => (value === null ? null : Math.round(value * 1000)))
  const known = shown.filter((value) => value !== null)
  const best = Math.max(...known)
  const differ = known.length > 1 && known.some((value) => value !== best)
  return shown.map((value) => {
    if (value === null || !differ) return { isBest: false, behind: null }
    return { isBest: value === best, behind: value === best ? null : (best - value) / 1000 }
  })
}

/** Returns the end of the scale that all bars share: 1, or more when performance is beyond it, in steps of a tenth. */
export function scaleOf(values: readonly (number | null)[]): number {
  return Math.max(1, Math.ceil(Math.max(0, ...values.map((value) => value ?? 0)) * 10) / 10)
}

/** Returns the shared time axis of all shift strips in UTC ms: from the first start to the last end; null without any shift. */
export function commonAxis(lives: readonly (LiveWorkCenter | undefined)[]): { readonly from: number; readonly to: number } | null {
  const shifts = lives.flatMap((live) => live?.shift ?? [])
  if (shifts.length === 0) return null
  return { from: Math.min(...shifts.map(({ start }) => start)), to: Math.max(...shifts.map(({ end }) => end)) }
}
