import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import { sliceOf } from '#engine/sensor/sampleColumns.ts'
import { SampleList } from '../decode/sampleList.ts'
import type { WorkCenterRuntime } from './workCenterRuntime.ts'

/** A committed delivery that waits to be folded. */
export type WaitingDelivery = {
  readonly samples: SampleColumns
  readonly partition: number
  readonly position: number
  /** Whether the samples are in the buffer already. */
  readonly isBuffered: boolean
  /** Called once it is in the state of its work center, or will be by the log. */
  readonly done: () => void
}

/** A longer delivery waits for its turn: folding takes about a microsecond a sample. */
const LARGE = 500
/** A delivery is folded in parts of at most so many samples in order of time; one that has no order is folded whole. */
const SAMPLES_PER_PART = 2_000
const MAX_RUNS = 32
/** How long a turn of the main loop folds what waits. */
const TURN_MS = 8
/** What a recalculation finds at its end is folded at once, so no more than this may come in the meantime; late samples wait for the next one. */
const MAX_WHILE_RECOMPUTING = 10_000
const MAX_LATE_WHILE_RECOMPUTING = 100_000
const LOOK_AGAIN_MS = 20

/** Folds large deliveries a few milliseconds at a time, work center by work center: a device that sends its backlog delays nobody else. */
export class Backlog {
  readonly #fold: (runtime: WorkCenterRuntime, delivery: WaitingDelivery) => void
  readonly #waiting = new Set<WorkCenterRuntime>()
  #isScheduled = false
  #isEnded = false

  constructor(fold: (runtime: WorkCenterRuntime, delivery: WaitingDelivery) => void) {
    this.#fold = fold
  }

  /** Returns whether a delivery to the work center has to wait: for its size, or behind one that waits. */
  takes(runtime: WorkCenterRuntime | undefined, { length }: SampleColumns): boolean {
    return length > LARGE || (this.#waiting.size > 0 && runtime !== undefined && runtime.backlog.length > 0)
  }

  add(runtime: WorkCenterRuntime, delivery: WaitingDelivery): void {
    if (this.#isEnded) return delivery.done()
    runtime.backlog.push(delivery)
    this.#waiting.add(runtime)
    this.#schedule()
  }

  /** Lets go of all that waits: it is in the log. */
  end(): void {
    this.#isEnded = true
    for (const runtime of this.#waiting) runtime.dropBacklog()
    this.#waiting.clear()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isEnded || this.#waiting.size === 0) return
    this.#isScheduled = true
    setImmediate(() => this.#turn())
  }

  #turn(): void {
    this.#isScheduled = false
    const until = performance.now() + TURN_MS
    let isIdle = true
    // A work center that has more goes to the end, so the loop comes back to it after the others.
    for (const runtime of this.#waiting) {
      if (runtime.isRecomputing && isFull(runtime)) continue
      this.#waiting.delete(runtime)
      const next = runtime.backlog.shift()
      if (next === undefined) continue
      if (runtime.backlog.length > 0) this.#waiting.add(runtime)
      isIdle = false
      this.#fold(runtime, next)
      next.done()
      if (performance.now() >= until) break
    }
    if (!isIdle) return this.#schedule()
    if (this.#waiting.size > 0 && !this.#isEnded) setTimeout(() => this.#schedule(), LOOK_AGAIN_MS).unref()
  }
}

function isFull({ takenWhileRecomputing, asked }: WorkCenterRuntime): boolean {
  return takenWhileRecomputing > MAX_WHILE_RECOMPUTING || asked.late.length > MAX_LATE_WHILE_RECOMPUTING
}

/** Returns the samples in a list of their own. */
export function copyOf(samples: SampleColumns): SampleColumns {
  const copy = new SampleList()
  copy.addAll(samples)
  return copy
}

/** Returns the samples cut where their time goes back, and where a part is long enough. */
export function partsOf(samples: SampleColumns): SampleColumns[] {
  const parts: SampleColumns[] = []
  let runs = 0
  for (let from = 0, to = 1; from < samples.length; to++) {
    const isBack = to < samples.length && (samples.instants[to] ?? 0) < (samples.instants[to - 1] ?? 0)
    if (isBack && ++runs > MAX_RUNS) return [samples]
    if (!isBack && to < samples.length && to - from < SAMPLES_PER_PART) continue
    parts.push(sliceOf(samples, from, to))
    from = to
  }
  return parts
}
