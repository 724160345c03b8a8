import { compileSetup } from '#engine/fold/compiledSetup.ts'
import { maxSampleGap } from '#engine/sensor/sampleGap.ts'
import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import { columnsOf, firstInstant, isAscending, samplesOf } from '#engine/sensor/sampleColumns.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import { SHIFT_GRACE_MS } from '#engine/shift/shiftStatus.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { advanceColumns, initialState, project } from '#engine/advance.ts'
import type { Advance, EngineState } from '#engine/advance.ts'
import { liveView } from '#engine/workCenter/liveView.ts'
import { hasNewRows } from '#engine/workCenter/newRows.ts'
import { hasVisibleChange, visibleOfState, visibleOfView } from '#engine/workCenter/visibleChange.ts'
import type { VisibleState } from '#engine/workCenter/visibleChange.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import { bySampleOrder } from '../samples/sampleStore.ts'
import type { Snapshot } from './snapshot.ts'
import { setupAfter } from '../setup/setupAfter.ts'
import type { LoadedSetup } from '../setupStore.ts'
import type { WorkCenterRef } from '../setup/setupQuery.ts'
import type { WaitingDelivery } from './backlog.ts'
import { RecentSamples } from './recentSamples.ts'
import { PendingWrite } from './pendingWrite.ts'
import type { Pending } from './pendingWrite.ts'
import { RecomputeRequest } from './recomputeRequest.ts'
import { factsSince, replaceTail } from './tail.ts'

const CATCH_UP_LAG_MS = 600_000
const CATCH_UP_PAUSE_MS = 1_000
const MAX_SILENCE_MS = 60_000
/** A machine that is silent for long has a long projection: it is written again after this share of its silence. */
const SILENCE_SHARE = 500
const FORGET_EACH_MS = 86_400_000
/** So many samples at most are folded again after a crash, for each work center. */
const MAX_UNWRITTEN_SAMPLES = 1_000
/** A work center whose rows PostgreSQL cannot read or write is tried again after this time: somebody may have mended them. */
export const PARKED_MS = 60_000

/**
 * How much of a work center is written: its facts, or also the state that they follow from. The state is only what a replay of the log begins with, so it is
 * written rarely; facts that are ahead of it come out the same again (docs/decisions/growing-rows.md).
 */
export type WriteScope = 'FACTS' | 'ALL'

/** One work center in memory: its engine state, the facts not yet written, and the last samples. */
export class WorkCenterRuntime {
  readonly ref: WorkCenterRef
  partition: number
  setup: WorkCenterSetup
  setupVersion: number
  state: EngineState
  /** The newest log position in the state. */
  logPosition: number
  /** What a recalculation from stored samples has to do. */
  readonly asked = new RecomputeRequest()
  /** The runtime's setup holds the annotations that ended at or after this instant. */
  setupSince: number
  isRecomputing = false
  /** Samples folded since its recalculation began. */
  takenWhileRecomputing = 0
  /** Large deliveries that wait to be folded, in their order. */
  readonly backlog: WaitingDelivery[] = []
  /** Whether the stored state is older than this one. */
  isDirty = false
  /** Whether rows began, ended or changed their meaning that are not yet written: more than sums that grow. */
  hasNewRows = false
  /** Whether a status, loss or shift changed that is not yet written. */
  isUrgent = false
  /** The instants (ms UTC) up to which the stored rows hold, and up to which the stored state does. */
  readonly writtenTo = { FACTS: -Infinity, ALL: -Infinity }
  /** Whether one changed since the last view. */
  isVisiblyChanged = false
  /** When the last view was worked out, in ms of the process's own clock. */
  shownAt = -Infinity
  nextTickAt = 0
  /** The start of the shift for which the setup has what was made of planned orders before it; null = it is to be read again. */
  #targetsFor: number | null = null
  /** When its samples were written for another process last, in ms of the process's own clock. */
  chunksWrittenAt = -Infinity
  /** When samples came last, in ms of the process's own clock. */
  takenAt = -Infinity
  readonly pending = new PendingWrite()
  /** When the clock alone begins, ends or judges a row next. */
  #borderAt = Infinity
  /** Until when it is left alone because PostgreSQL refused a statement of it, in ms of the process's own clock. */
  #parkedUntil = -Infinity
  #shown: VisibleState | null = null
  #isWrittenToNow = true
  /** Up to which instant the rows of the last snapshot hold. */
  #writingTo = -Infinity
  /** What the snapshot that is being written took. */
  #writing: Pending | null = null
  #unwrittenSamples = 0
  /** When the state was written last, in ms of the process's own clock. */
  #stateWrittenAt: number
  readonly #growthMs: number
  readonly #recent: RecentSamples

  /** The state is null for a work center that has none stored; `growthMs` is how long rows may only grow until they are written. */
  constructor(ref: WorkCenterRef, loaded: LoadedSetup, stored: EngineState | null, logPosition: number, growthMs: number) {
    const state = stored ?? initialState()
    this.ref = ref
    this.setup = loaded.setup
    this.setupVersion = loaded.setupVersion
    this.setupSince = loaded.since
    this.partition = loaded.partition
    this.state = state
    this.logPosition = logPosition
    this.#growthMs = growthMs
    // Those that were loaded together do not write together.
    this.#stateWrittenAt = stored === null ? -Infinity : performance.now() - Math.random() * growthMs
    this.#recent = new RecentSamples(state)
  }

  get isParked(): boolean {
    return performance.now() < this.#parkedUntil
  }

  /** PostgreSQL refused a statement of it. */
  park(): void {
    this.#parkedUntil = performance.now() + PARKED_MS
  }

  get isWaitingForRecompute(): boolean {
    return this.isRecomputing || !this.asked.isEmpty
  }

  /** Drops annotations before the instant, at least a day's worth at a time. */
  forgetBefore(since: number): void {
    if (since < this.setupSince + FORGET_EACH_MS) return
    this.setup = setupAfter(this.setup, since)
    this.setupSince = since
  }

  /** Takes over a setup that was loaded anew; `now` decides for which shift its targets are, null leaves them to be read again. */
  adopt(loaded: LoadedSetup, now: number | null): void {
    this.setup = loaded.setup
    this.#targetsFor = now === null ? null : this.#writtenShift(now)
    this.setupSince = loaded.since
    if (this.setupVersion !== loaded.setupVersion) this.isDirty = true
    this.setupVersion = loaded.setupVersion
    if (this.partition === loaded.partition) return
    this.partition = loaded.partition
    this.logPosition = 0
  }

  /** Whether the target of the shift follows from what was made of planned orders before, and that was not read since it was written (domain.md E-72). */
  areTargetsOld(now: number): boolean {
    const { target } = this.setup
    if (target?.calculationType !== 'BY_JOB_ORDERS_CYCLE_TIME' || target.scheduled.length === 0) return false
    const shift = this.#writtenShift(now)
    return shift !== null && shift !== this.#targetsFor
  }

  /** What was made before the shift was calculated again. */
  forgetTargets(): void {
    this.#targetsFor = null
  }

  /** The start of the shift in progress, once all before it is written. */
  #writtenShift(now: number): number | null {
    const start = compileSetup(this.setup).calendar.windowAt(now).shift?.start ?? null
    return start !== null && this.writtenTo.FACTS >= start ? start : null
  }

  /** Takes newly committed samples in any order; those that are too old for memory are left in `late`. In a replay nothing counts as known only because it is stored. */
  take(samples: SampleColumns, isReplay: boolean, now: number): void {
    const firstAt = firstInstant(samples)
    if (firstAt < now - SHIFT_GRACE_MS && !isReplay) this.#rememberAged(samples, now)
    if (firstAt >= (this.state.at ?? -Infinity) && isAscending(samples)) this.#forward(samples)
    else this.#takeUnordered(samplesOf(samples).sort(bySampleOrder), isReplay)
    this.takenAt = performance.now()
    // Rows that reach further hold no longer where samples came after they were written, or while they are.
    this.writtenTo.FACTS = Math.min(this.writtenTo.FACTS, firstAt)
    this.writtenTo.ALL = Math.min(this.writtenTo.ALL, firstAt)
    this.#writingTo = Math.min(this.#writingTo, firstAt)
    this.#unwrittenSamples += samples.length
    this.isDirty = true
  }

  /** Returns what of it is to be written by now: all when its state is old, its facts when rows began or ended, else nothing (null). */
  get dueScope(): WriteScope | null {
    const isStateDue =
      this.pending.needsState ||
      this.#unwrittenSamples >= MAX_UNWRITTEN_SAMPLES ||
      performance.now() - this.#stateWrittenAt >= this.#growthMs
    if (this.isDirty && isStateDue) return 'ALL'
    return this.hasNewRows || this.isUrgent ? 'FACTS' : null
  }

  #takeUnordered(samples: readonly Sample[], isReplay: boolean): void {
    const watermark = this.state.at ?? -Infinity
    if ((samples[0]?.at ?? Infinity) >= watermark) this.#forward(columnsOf(samples))
    else this.#takeLate(samples, watermark, isReplay)
  }

  /**
   * Whether old samples are streaming in (a device that empties its memory). Live values wait until it pauses instead of being computed for each
   * message.
   */
  isCatchingUp(now: number): boolean {
    return this.state.at !== null && now - this.state.at > CATCH_UP_LAG_MS && performance.now() - this.takenAt < CATCH_UP_PAUSE_MS
  }

  /** Returns the view that screens get. */
  live(now: number): LiveWorkCenter {
    this.isVisiblyChanged = false
    this.shownAt = performance.now()
    const live = liveView(this.state, now, this.setup)
    const shown = visibleOfView(live)
    // Silence and shifts begin by the clock.
    if (this.#shown !== null && hasVisibleChange(this.#shown, shown)) this.hasNewRows = true
    this.#shown = shown
    return live
  }

  /** Returns the snapshot to write as of the instant, and marks it as written until it is `committed` or `refused`; another failure loads everything again. */
  snapshot(now: number, scope: WriteScope = 'ALL'): Snapshot {
    const projectedTo = this.isCatchingUp(now) ? (this.state.at ?? now) : now
    this.#isWrittenToNow = projectedTo === now
    this.#writingTo = projectedTo
    const pending = scope === 'ALL' ? this.pending.take() : this.pending.takeFacts()
    this.#writing = pending
    const snapshot: Snapshot = {
      ...pending,
      setup: this.setup,
      setupVersion: this.setupVersion,
      partition: this.partition,
      logPosition: this.logPosition,
      state: scope === 'ALL' ? this.state : null,
      facts: replaceTail(pending.facts, project(this.state, projectedTo, this.setup)),
      kept: null,
      foldedTo: this.state.at ?? 0,
      checkpointsTo: null,
    }
    this.hasNewRows = false
    this.isUrgent = false
    if (scope === 'FACTS') return snapshot
    this.isDirty = false
    this.#unwrittenSamples = 0
    this.#stateWrittenAt = performance.now()
    return snapshot
  }

  /** The last snapshot is committed. */
  committed(scope: WriteScope): void {
    this.writtenTo.FACTS = this.#writingTo
    if (scope === 'ALL') this.writtenTo.ALL = this.#writingTo
    this.#writing = null
  }

  /** PostgreSQL refused a statement of the last snapshot: all of it waits again, in front of what was derived since. */
  refused(): void {
    if (this.#writing !== null) this.pending.putBack(this.#writing)
    this.#writing = null
    this.isDirty = true
    this.hasNewRows = true
    this.park()
  }

  /** Whether all that the runtime remembers beside its stored facts lies after the instant, so that a recalculation that ends there leaves it right. */
  isBeyond(at: number, keptFrom: number): boolean {
    const { changedFrom } = this.pending
    return (this.#recent.base.at ?? -Infinity) >= at && (changedFrom === null || changedFrom >= keptFrom)
  }

  /** Lets go of deliveries that wait: their samples are found again in the log. */
  dropBacklog(): void {
    for (const { done } of this.backlog.splice(0)) done()
  }

  /** Replaces everything folded since `base` by the result of a recomputation. */
  replace(base: EngineState, from: number, result: Advance): void {
    const before = this.state
    this.#rewind(base, from, result)
    this.#recent.restart(result.state)
    this.#noteChange(before, true)
    this.isDirty = true
  }

  /**
   * Sets when the clock alone changes something next: the end of the last sample's hold, of the shift and its grace, the next shift, and each minute. Rows begin
   * or end at all of them but the minute.
   */
  planTick(now: number): void {
    const { reportMode, nominalPeriodMs } = this.setup
    const { calendar } = compileSetup(this.setup)
    const lastAt = this.state.at ?? now
    const silentFrom = reportMode === 'PERIODIC' ? lastAt + maxSampleGap(nominalPeriodMs) : Infinity
    const graceOf = calendar.windowAt(now - SHIFT_GRACE_MS)
    const borders = [silentFrom, calendar.windowAt(now).end, graceOf.shift === null ? Infinity : graceOf.end + SHIFT_GRACE_MS]
    // Of a border that has passed, the rows are still to be written.
    if (now >= this.#borderAt) this.hasNewRows = true
    this.#borderAt = borders.filter((at) => at > now).reduce((least, at) => Math.min(least, at), Infinity)
    const next = Math.min(now + Math.max(MAX_SILENCE_MS, (now - lastAt) / SILENCE_SHARE), this.#borderAt)
    // What a pause in a stream of old samples left out is written with the next tick.
    if (!this.#isWrittenToNow) this.hasNewRows = true
    this.nextTickAt = this.#isWrittenToNow ? next : now
  }

  #rememberAged(samples: SampleColumns, now: number): void {
    const watermark = this.state.at ?? -Infinity
    const mergedAfter = this.#recent.mergedAfter(samples.length, watermark)
    for (let index = 0; index < samples.length; index++) {
      const at = samples.instants[index] ?? 0
      // Samples that are older than memory are counted by the recalculation that they start.
      if (at < now - SHIFT_GRACE_MS && (at > mergedAfter || at >= watermark)) this.pending.addAged(at)
    }
  }

  #forward(samples: SampleColumns): void {
    if (samples.length === 0) return
    this.takenWhileRecomputing = this.isRecomputing ? this.takenWhileRecomputing + samples.length : 0
    const before = this.state
    this.#recent.add(samples, before)
    const result = advanceColumns(this.state, samples, this.setup)
    this.state = result.state
    this.pending.add(result)
    this.#noteChange(before, hasNewRows(before, this.state))
  }

  #noteChange(before: EngineState, isNew: boolean): void {
    if (isNew) this.hasNewRows = true
    if (hasVisibleChange(visibleOfState(before), visibleOfState(this.state))) this.isUrgent = this.isVisiblyChanged = true
  }

  #takeLate(samples: readonly Sample[], watermark: number, isReplay: boolean): void {
    const forward = samples.filter((sample) => sample.at >= watermark)
    const tooOld: Sample[] = []
    const mergeable: Sample[] = []
    const mergedAfter = this.#recent.mergedAfter(samples.length, watermark)
    for (const sample of samples) {
      if (sample.at >= watermark) break
      if (this.#recent.has(sample)) ingestMetrics.duplicateSamples.increment()
      else if (sample.at > mergedAfter) mergeable.push(sample)
      else tooOld.push(sample)
    }
    ingestMetrics.lateSamples.increment(mergeable.length + tooOld.length)
    if (mergeable.length > 0) this.#merge(mergeable)
    for (const sample of tooOld) this.asked.late.push(sample)
    // In a replay they may be stored and yet not be in the facts.
    if (tooOld.length > 0 && isReplay) this.asked.add(tooOld[0]?.at ?? watermark, tooOld.at(-1)?.at ?? watermark)
    this.#forward(columnsOf(forward))
  }

  #merge(late: readonly Sample[]): void {
    const before = this.state
    const { base, result } = this.#recent.merge(late, this.setup)
    this.#rewind(base, base.at ?? -Infinity, result)
    this.#noteChange(before, true)
  }

  #rewind(base: EngineState, from: number, result: Advance): void {
    this.state = result.state
    this.pending.rewind(from, factsSince(base, from, result.facts, this.setup), result.checkpoints)
  }
}
