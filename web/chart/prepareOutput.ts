/** One bucket of the output chart, as the API answers it. */
export type OutputBucket = {
  readonly timeStart: string
  readonly timeEnd: string
  readonly totalOutput: number
  readonly rejectedOutput: number
  readonly planOutput?: number | null
}

export type OutputNow = {
  readonly total: number
  readonly rejected: number
  readonly targetToDate: number | null
  readonly targetFullShift: number | null
}

export type Point = { readonly at: number; readonly value: number }

export type OutputView = {
  /** Cumulated output of the shift so far, ending in the live total. */
  readonly actual: readonly Point[]
  readonly rejected: readonly Point[]
  /** Cumulated plan to now and on to the shift's target; empty = no plan. */
  readonly plan: readonly Point[]
  readonly expectedNow: Point | null
  /** The end of the shift at the pace so far; null while too little of it has passed, or after its end. */
  readonly projected: Point | null
  readonly top: number
}

/** Lengths of buckets that the API answers for a shift, in seconds (`outputChart`). */
const BUCKETS_SECONDS = [60, 120, 300, 600, 900, 1200, 1800, 3600] as const
const BUCKETS_WANTED = 96

/** Returns the length of the chart's buckets for a stretch of time, in seconds: one that the API answers, at most about a hundred of them. */
export function bucketSeconds({ from, to }: { readonly from: number; readonly to: number }): number {
  const wanted = (to - from) / BUCKETS_WANTED / 1000
  return BUCKETS_SECONDS.find((seconds) => seconds >= wanted) ?? 3600
}

/** Before this share of the shift a projection says nothing. */
const PROJECT_FROM_SHARE = 0.05

export type OutputInput = {
  readonly buckets: readonly OutputBucket[]
  readonly now: number
  readonly start: number
  readonly end: number
  readonly live: OutputNow | null
}

/** Returns the lines of output against plan: cumulated buckets up to now, the live total as the last point, the plan to the shift's end. */
export function prepareOutput({ buckets, now, start, end, live }: OutputInput): OutputView {
  const actual: Point[] = [{ at: start, value: 0 }]
  const rejected: Point[] = [{ at: start, value: 0 }]
  const plan: Point[] = [{ at: start, value: 0 }]
  let [total, reject, planned] = [0, 0, 0]
  for (const bucket of buckets) {
    const bucketEnd = Date.parse(bucket.timeEnd)
    if (Date.parse(bucket.timeStart) >= now) continue
    if (bucket.planOutput != null) {
      planned += bucket.planOutput
      if (bucketEnd <= now) plan.push({ at: bucketEnd, value: planned })
    }
    total += bucket.totalOutput
    reject += bucket.rejectedOutput
    if (bucketEnd > now) continue
    // The live count may not lie below what a bucket counted before it arrived.
    actual.push({ at: bucketEnd, value: total })
    rejected.push({ at: bucketEnd, value: reject })
  }
  const until = Math.min(now, end)
  actual.push({ at: until, value: live?.total ?? total })
  rejected.push({ at: until, value: live?.rejected ?? reject })
  const planLine = finishPlan(plan, live, { until, end })
  const projected = projectEnd(actual.at(-1) ?? null, { start, end, now })
  const values = [...actual, ...planLine, ...(projected === null ? [] : [projected])].map((point) => point.value)
  return {
    actual,
    rejected,
    plan: planLine,
    expectedNow: live?.targetToDate == null ? null : { at: until, value: live.targetToDate },
    projected,
    top: Math.max(1, ...values) * 1.05,
  }
}

/** Returns the value of a line at an instant, straight between its points; null outside them. */
export function valueAt(line: readonly Point[], at: number): number | null {
  for (let index = 1; index < line.length; index++) {
    const [left, right] = [line[index - 1], line[index]]
    if (!left || !right || at < left.at || at > right.at) continue
    return right.at === left.at ? right.value : left.value + ((right.value - left.value) * (at - left.at)) / (right.at - left.at)
  }
  return null
}

type PlotPoint = { readonly x: number; readonly y: number }

/** Returns a place for a label clear of all lines, in px of the plot: left of `x`, where rising lines are lower, above the highest line under it. */
export function labelPlace(label: {
  readonly lines: readonly (readonly PlotPoint[])[]
  readonly x: number
  readonly labelWidth: number
  readonly plotWidth: number
  readonly gap: number
}): { readonly left: number; readonly bottom: number } {
  const left = Math.max(0, Math.min(label.x + label.gap, label.plotWidth) - label.labelWidth)
  const right = left + label.labelWidth
  let highest = Infinity
  for (const line of label.lines) {
    for (const point of line) if (point.x >= left && point.x <= right) highest = Math.min(highest, point.y)
    for (const edge of [left, label.x, right]) highest = Math.min(highest, heightAt(line, edge) ?? Infinity)
  }
  return { left, bottom: Number.isFinite(highest) ? Math.max(label.gap, highest - label.gap) : label.gap }
}

function heightAt(line: readonly PlotPoint[], x: number): number | null {
  return valueAt(
    line.map((point) => ({ at: point.x, value: point.y })),
    x,
  )
}

/** Returns round values for the marks of an axis from 0 to `top`, at most `count`. */
export function axisValues(top: number, count: number, leastStep = 0): readonly number[] {
  const rough = top / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(leastStep, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step)
}

/**
 * Returns the plan: straight to the output expected now and on to the shift's target, as in the live figures; from the buckets where nothing is
 * expected now. The two are never mixed: buckets know no breaks within an hour.
 */
function finishPlan(
  plan: readonly Point[],
  live: OutputNow | null,
  at: { readonly until: number; readonly end: number },
): readonly Point[] {
  const expected = live?.targetToDate ?? null
  const past = expected === null ? plan : [...plan.slice(0, 1), { at: at.until, value: expected }]
  const end = live?.targetFullShift == null || at.end <= at.until ? [] : [{ at: at.end, value: live.targetFullShift }]
  const line = [...past, ...end]
  return line.length > 1 ? line : []
}

function projectEnd(last: Point | null, shift: { readonly start: number; readonly end: number; readonly now: number }): Point | null {
  const share = (shift.now - shift.start) / (shift.end - shift.start)
  if (last === null || share < PROJECT_FROM_SHARE || share >= 1) return null
  return { at: shift.end, value: last.value / share }
}
