import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import { columnsOf, firstInstant, isAscending, samplesOf } from '#engine/sensor/sampleColumns.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import { SHIFT_GRACE_MS } from '#engine/shift/shiftStatus.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { advance, advanceColumns, project } from '#engine/advance.ts'
import type { Advance, EngineState } from '#engine/advance.ts'
import { liveView } from '#engine/workCenter/liveView.ts'
import { hasVisibleChange, visibleOfState } from '#engine/workCenter/visibleChange.ts'
import { SampleList } from '../decode/sampleList.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import { bySampleOrder } from '../samples/sampleStore.ts'
import type { Snapshot } from './snapshot.ts'
import { setupAfter } from '../setup/setupAfter.ts'
import type { LoadedSetup } from '../setupStore.ts'
import type { WorkCenterRef } from '../setup/setupQuery.ts'
import { PendingWrite } from './pendingWrite.ts'
import { RecomputeRequest } from './recomputeRequest.ts'
import { factsSince, replaceTail } from './tail.ts'

/** A state and the samples that followed it: small lateness is merged in here without a query. */
type Generation = { readonly base: EngineState; readonly samples: SampleList }

/** Two generations of at most so many samples, newest first, about 6 KB a work center. */
const GENERATION_SAMPLES = 48
const CATCH_UP_LAG_MS = 600_000
const CATCH_UP_PAUSE_MS = 1_000
const MAX_SILENCE_MS = 60_000
/** A machine that is silent for long has a long projection: it is written again after this share of its silence. */
const SILENCE_SHARE = 500
const SHIFT_LOOK_MS = 5_000
const FORGET_EACH_MS = 86_400_000

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
  isDirty = false
  /** Whether a status, loss or shift changed that is not yet written. */
  isUrgent = false
  /** Whether one changed since the last view. */
  isVisiblyChanged = false
  /** When the last view was worked out, in ms of the process's own clock. */
  shownAt = -Infinity
  nextTickAt = 0
  /** When samples came last, in ms of the process's own clock. */
  takenAt = -Infinity
  readonly pending = new PendingWrite()
  #shiftEnd = 0
  #isWrittenToNow = true
  #older: Generation
  #newer: Generation

  constructor(ref: WorkCenterRef, loaded: LoadedSetup, state: EngineState, logPosition: number) {
    this.ref = ref
    this.setup = loaded.setup
    this.setupVersion = loaded.setupVersion
    this.setupSince = loaded.since
    this.partition = loaded.partition
    this.state = state
    this.logPosition = logPosition
    this.#older = { base: state, samples: new SampleList() }
    this.#newer = this.#older
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

  /** Takes over a setup that was loaded anew. */
  adopt(loaded: LoadedSetup): void {
    this.setup = loaded.setup
    this.setupSince = loaded.since
    if (this.setupVersion !== loaded.setupVersion) this.isDirty = true
    this.setupVersion = loaded.setupVersion
    if (this.partition === loaded.partition) return
    this.partition = loaded.partition
    this.logPosition = 0
  }

  /** Takes newly committed samples in any order; those that are too old for memory are left in `late`. In a replay nothing counts as known only because it is stored. */
  take(samples: SampleColumns, isReplay: boolean, now: number): void {
    const firstAt = firstInstant(samples)
    const isOld = firstAt < now - SHIFT_GRACE_MS && !isReplay
    if (!isOld && firstAt >= (this.state.at ?? -Infinity) && isAscending(samples)) this.#forward(samples)
    else this.#takeUnordered(samplesOf(samples).sort(bySampleOrder), isReplay, isOld ? now : -Infinity)
    this.takenAt = performance.now()
    this.isDirty = true
  }

  #takeUnordered(samples: readonly Sample[], isReplay: boolean, agedBefore: number): void {
    const watermark = this.state.at ?? -Infinity
    if (agedBefore > -Infinity) this.#rememberAged(samples, agedBefore)
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
    return liveView(this.state, now, this.setup)
  }

  /** Returns the snapshot to write as of the instant, and marks it as written. If the transaction fails, everything is loaded again. */
  snapshot(now: number): Snapshot {
    const projectedTo = this.isCatchingUp(now) ? (this.state.at ?? now) : now
    this.#isWrittenToNow = projectedTo === now
    const pending = this.pending.take()
    const snapshot: Snapshot = {
      ...pending,
      setup: this.setup,
      setupVersion: this.setupVersion,
      partition: this.partition,
      logPosition: this.logPosition,
      state: this.state,
      facts: replaceTail(pending.facts, project(this.state, projectedTo, this.setup)),
      kept: null,
      foldedTo: this.state.at ?? 0,
      checkpointsTo: null,
    }
    this.isDirty = false
    this.isUrgent = false
    return snapshot
  }

  /** Whether all that the runtime remembers beside its stored facts lies after the instant, so that a recalculation that ends there leaves it right. */
  isBeyond(at: number, keptFrom: number): boolean {
    const { changedFrom } = this.pending
    return (this.#older.base.at ?? -Infinity) >= at && (changedFrom === null || changedFrom >= keptFrom)
  }

  /** Replaces everything folded since `base` by the result of a recomputation. */
  replace(base: EngineState, from: number, result: Advance): void {
    const before = this.state
    this.#rewind(base, from, result)
    this.#older = { base: result.state, samples: new SampleList() }
    this.#newer = this.#older
    if (hasVisibleChange(visibleOfState(before), visibleOfState(this.state))) this.isUrgent = this.isVisiblyChanged = true
    this.isDirty = true
  }

  /** Sets when the clock alone changes something next: the end of the last sample's hold, of the shift and its grace, the next shift, and each minute. */
  planTick(now: number, live: LiveWorkCenter, maxGapMs: number): void {
    const silenceMs = now - (live.lastSampleAt ?? now)
    const lookMs = live.shift === null && this.setup.schedule.length > 0 ? SHIFT_LOOK_MS : MAX_SILENCE_MS
    let next = now + Math.max(lookMs, silenceMs / SILENCE_SHARE)
    this.#shiftEnd = live.shift?.end ?? this.#shiftEnd
    const instants = [(live.lastSampleAt ?? now) + maxGapMs, this.#shiftEnd, this.#shiftEnd + SHIFT_GRACE_MS]
    for (const at of instants) if (at > now && at < next) next = at
    // What a pause in a stream of old samples left out is written with the next tick.
    this.nextTickAt = this.#isWrittenToNow ? next : now
  }

  #rememberAged(samples: readonly Sample[], now: number): void {
    const oldest = this.#older.base.at ?? -Infinity
    for (const { at } of samples) {
      if (at >= now - SHIFT_GRACE_MS) return
      // Samples that are older than memory are counted by the recalculation that they start.
      if (at > oldest || this.state.at === null) this.pending.addAged(at)
    }
  }

  #forward(samples: SampleColumns): void {
    if (samples.length === 0) return
    const before = this.state
    if (this.#newer.samples.length >= GENERATION_SAMPLES) {
      const samples = this.#older === this.#newer ? new SampleList() : this.#older.samples.emptied()
      this.#older = this.#newer
      this.#newer = { base: this.state, samples }
    }
    this.#newer.samples.addAll(samples)
    const result = advanceColumns(this.state, samples, this.setup)
    this.state = result.state
    this.pending.add(result)
    if (hasVisibleChange(visibleOfState(before), visibleOfState(this.state))) this.isUrgent = this.isVisiblyChanged = true
  }

  #takeLate(samples: readonly Sample[], watermark: number, isReplay: boolean): void {
    const forward = samples.filter((sample) => sample.at >= watermark)
    const tooOld: Sample[] = []
    const mergeable: Sample[] = []
    for (const sample of samples) {
      if (sample.at >= watermark) break
      if (this.#isRemembered(sample)) ingestMetrics.duplicateSamples.increment()
      else if (sample.at > (this.#older.base.at ?? -Infinity)) mergeable.push(sample)
      else tooOld.push(sample)
    }
    ingestMetrics.lateSamples.increment(mergeable.length + tooOld.length)
    if (mergeable.length > 0) this.#merge(mergeable)
    for (const sample of tooOld) this.asked.late.push(sample)
    // In a replay they may be stored and yet not be in the facts.
    if (tooOld.length > 0 && isReplay) this.asked.add(tooOld[0]?.at ?? watermark, tooOld.at(-1)?.at ?? watermark)
    this.#forward(columnsOf(forward))
  }

  #isRemembered({ at, sensor }: Sample): boolean {
    return this.#newer.samples.has(at, sensor) || this.#older.samples.has(at, sensor)
  }

  #merge(late: readonly Sample[]): void {
    const before = this.state
    const earliest = late[0]?.at ?? 0
    const isRecent = earliest > (this.#newer.base.at ?? -Infinity)
    const { base, remembered } = isRecent
      ? { base: this.#newer.base, remembered: samplesOf(this.#newer.samples) }
      : {
          base: this.#older.base,
          remembered: [...samplesOf(this.#older.samples), ...(this.#newer === this.#older ? [] : samplesOf(this.#newer.samples))],
        }
    const samples = [...remembered, ...late].sort(bySampleOrder)
    const result = advance(base, samples, this.setup)
    this.#rewind(base, base.at ?? -Infinity, result)
    this.#newer = { base, samples: new SampleList() }
    this.#newer.samples.addAll(columnsOf(samples))
    if (!isRecent) this.#older = this.#newer
    if (hasVisibleChange(visibleOfState(before), visibleOfState(this.state))) this.isUrgent = this.isVisiblyChanged = true
  }

  #rewind(base: EngineState, from: number, result: Advance): void {
    this.state = result.state
    this.pending.rewind(from, factsSince(base, from, result.facts, this.setup), result.checkpoints)
  }
}
