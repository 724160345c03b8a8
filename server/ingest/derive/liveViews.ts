import type { LiveBus } from '#server/realtime/liveBus.ts'
import type { WorkCenterRuntime } from './workCenterRuntime.ts'

/**
 * A work center's view is worked out at most once in this time, however often it sends; a changed status is shown without waiting. This limits the
 * computing, the frames of the bus the sending (docs/decisions/live-view-from-stored-state.md).
 */
const VIEW_EVERY_MS = 50

/** Works out what screens see of the work centers that changed and hands it to the bus. */
export class LiveViews {
  readonly #live: LiveBus
  readonly #now: () => number
  readonly #waiting = new Set<WorkCenterRuntime>()
  #timer: NodeJS.Timeout | null = null

  constructor(live: LiveBus, now: () => number) {
    this.#live = live
    this.#now = now
  }

  /** The work center took samples: it is shown at once, or with its next view when it was shown a moment ago. */
  changed(runtime: WorkCenterRuntime, now: number): void {
    if (runtime.isVisiblyChanged || performance.now() - runtime.shownAt >= VIEW_EVERY_MS) return this.show(runtime, now)
    this.#waiting.add(runtime)
    this.#timer ??= setTimeout(() => this.#showWaiting(), VIEW_EVERY_MS)
  }

  /** Publishes the work center as of now, and schedules its next change without samples. */
  show(runtime: WorkCenterRuntime, now: number): void {
    this.#waiting.delete(runtime)
    if (runtime.isCatchingUp(now)) {
      runtime.nextTickAt = now
      return
    }
    runtime.planTick(now)
    const { companyId, workCenterId } = runtime.ref
    if (this.#live.isWatched(companyId)) this.#live.publish(runtime.live(now))
    else this.#live.publishLater(companyId, workCenterId, () => runtime.live(this.#now()))
  }

  /** A work center that is gone is not shown any more. */
  forget(runtime: WorkCenterRuntime): void {
    this.#waiting.delete(runtime)
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#waiting.clear()
  }

  #showWaiting(): void {
    this.#timer = null
    const now = this.#now()
    for (const runtime of this.#waiting) this.show(runtime, now)
  }
}
