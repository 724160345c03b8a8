import { MINUTE_MS } from '#engine/time/durations.ts'
import { type StatusStyle } from '../statusStyle.ts'
import type { StatusSpan } from './statusSpans.ts'

/** Narrower spans join a run (U-22). */
const RUN_BELOW_PX = 4
const MIN_WIDTH_PX = 2

/** Returns the share of each style in the time of a block, largest first; the rest up to 1 is time between its spans. */
export function styleShares({
  spans,
  start,
  end,
}: TimelineBlock): readonly { readonly style: StatusStyle; readonly color: string | null; readonly share: number }[] {
  const shares = new Map<string, { style: StatusStyle; color: string | null; share: number }>()
  for (const span of spans) {
    const length = Math.max(0, Math.min(span.end ?? end, end) - Math.max(span.start, start))
    const key = `${span.style} ${span.color}`
    const known = shares.get(key) ?? { style: span.style, color: span.color, share: 0 }
    known.share += length
    shares.set(key, known)
  }
  return [...shares.values()]
    .map((one) => ({ ...one, share: end > start ? one.share / (end - start) : 0 }))
    .toSorted((left, right) => right.share - left.share)
}

export type TimelineBlock = {
  readonly x: number
  readonly width: number
  /** UTC ms; the end of an open span is now. */
  readonly start: number
  readonly end: number
  readonly isOpen: boolean
  readonly style: StatusStyle
  readonly color: string | null
  /** The spans it stands for: one, or a run of short ones. */
  readonly spans: readonly StatusSpan[]
}

export type TimelineView = {
  readonly spans: readonly StatusSpan[]
  readonly from: number
  readonly to: number
  readonly now: number
  readonly width: number
  /** A run ends at this width, so that long stretches keep their shape; by default a run lasts as long as its spans are short. */
  readonly runPx?: number
}

/** Returns the blocks to draw for `[from, to)` on `width` px: every one at least 2 px wide, runs of shorter ones as one block, nothing after now. */
export function prepareTimeline({ spans, from, to, now, width, runPx = Infinity }: TimelineView): readonly TimelineBlock[] {
  const until = Math.min(now, to)
  const pxPerMs = width / (to - from)
  const blocks: TimelineBlock[] = []
  let run: StatusSpan[] = []

  const closeRun = () => {
    if (run.length > 0) blocks.push(blockOf(run, { from, until, pxPerMs }))
    run = []
  }
  for (const span of spans) {
    const start = Math.max(span.start, from)
    const end = Math.min(span.end ?? until, until)
    if (end <= start) continue
    if ((end - start) * pxPerMs < RUN_BELOW_PX) {
      if (run.length > 0 && (end - Math.max(run[0]?.start ?? start, from)) * pxPerMs > runPx) closeRun()
      run.push(span)
      continue
    }
    closeRun()
    blocks.push(blockOf([span], { from, until, pxPerMs }))
  }
  closeRun()
  return blocks
}

/** Returns the block under an x in px, or undefined where nothing is drawn. */
export function blockAt(blocks: readonly TimelineBlock[], x: number): TimelineBlock | undefined {
  return blocks.find((block) => x >= block.x && x < block.x + block.width)
}

/** Returns the instants, in UTC ms, at which an axis from `from` to `to` is marked: round steps of the zone's clock, at most one every `minPx`. */
export function axisMarks(view: {
  readonly from: number
  readonly to: number
  readonly width: number
  readonly minPx: number
  readonly offsetMs: number
}): readonly number[] {
  const { from, to, width, minPx, offsetMs } = view
  const wanted = ((to - from) / Math.max(1, width)) * minPx
  const step = STEPS_MS.find((candidate) => candidate >= wanted) ?? STEPS_MS.at(-1) ?? to - from
  const marks: number[] = []
  for (let at = Math.ceil((from + offsetMs) / step) * step - offsetMs; at <= to; at += step) marks.push(at)
  return marks
}

const STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440, 2880, 10_080].map((minutes) => minutes * MINUTE_MS)

function blockOf(
  spans: readonly StatusSpan[],
  view: { readonly from: number; readonly until: number; readonly pxPerMs: number },
): TimelineBlock {
  const first = spans[0]
  const last = spans.at(-1)
  if (!first || !last) throw new Error('A block needs a span')
  const start = Math.max(first.start, view.from)
  const end = Math.min(last.end ?? view.until, view.until)
  const shown = longest(spans, view.until)
  return {
    x: (start - view.from) * view.pxPerMs,
    width: Math.max(MIN_WIDTH_PX, (end - start) * view.pxPerMs),
    start,
    end,
    isOpen: last.end === null,
    style: shown.style,
    color: shown.color,
    spans,
  }
}

/** A run of short spans shows its stops, not the moments between them; of several the longest. */
function longest(spans: readonly StatusSpan[], until: number): StatusSpan {
  const stops = spans.filter((span) => span.style !== 'run')
  return (stops.length > 0 ? stops : spans).reduce((left, right) => (durationOf(right, until) > durationOf(left, until) ? right : left))
}

function durationOf(span: StatusSpan, until: number): number {
  return (span.end ?? until) - span.start
}
