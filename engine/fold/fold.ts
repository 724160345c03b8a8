import { epochAt, type CompiledSetup } from './compiledSetup.ts'
import type {
  CandidateStatus,
  EngineState,
  HeldManual,
  HeldStatus,
  OpenHour,
  OpenLoss,
  OpenSegment,
  OpenWindow,
  Reading,
  UndecidedUnits,
} from './engineState.ts'
import type { HourRecord, LossInterval, OutputSegment, ShiftRecord, StatusInterval } from '#engine/facts.ts'
import type { CounterReading } from '#engine/output/counter.ts'
import type { RuleEpoch } from '#engine/status/ruleEpochs.ts'
import type { StatusSignal } from './statusSignal.ts'
import { undecidedReasonFrom } from './stopAt.ts'

/** Rows that the fold finished. */
export type Rows = {
  readonly statuses: StatusInterval[]
  readonly losses: LossInterval[]
  readonly outputs: OutputSegment[]
  readonly shifts: ShiftRecord[]
  readonly hours: HourRecord[]
}

/** A private copy of the state that is changed in place, with derived values. Never stored. */
export type Fold = {
  readonly compiled: CompiledSetup
  readonly rows: Rows
  at: number | null
  firstAt: number | null
  sensors: Record<string, Reading>
  counters: Record<string, CounterReading>
  pulse: EngineState['pulse']
  status: HeldStatus | null
  candidate: CandidateStatus | null
  manual: HeldManual | null
  stopSince: number | null
  gapEnd: number | null
  settledTo: number
  meteredTo: number
  loss: OpenLoss | null
  failedStop: number | null
  windows: OpenWindow[]
  hours: OpenHour[]
  segments: OpenSegment[]
  undecided: UndecidedUnits[]
  epoch: RuleEpoch
  /** Decided again when the fold opens, since samples at the last instant may follow. */
  signal: StatusSignal | null
}

/** Returns a private working copy of the state. */
export function openFold(state: EngineState, compiled: CompiledSetup): Fold {
  const at = state.at ?? 0
  const fold: Fold = {
    compiled,
    rows: { statuses: [], losses: [], outputs: [], shifts: [], hours: [] },
    ...copyState(state),
    epoch: epochAt(compiled, at),
    signal: null,
  }
  refreshOpenEnd(fold)
  return fold
}

/** Returns the state as it stands, sharing nothing that the fold will change. */
export function closeFold(fold: Fold): EngineState {
  return copyState(fold)
}

/**
 * Returns the instant before which nothing can change. Later time waits for a status that may be absorbed, a stop not yet declared, or one whose
 * reasons depend on its length.
 */
export function frontierOf(fold: Fold): number {
  const at = fold.at ?? 0
  const known = Math.min(at, fold.candidate?.since ?? at, fold.stopSince ?? at)
  return Math.min(known, Math.max(undecidedReasonFrom(fold, known), fold.settledTo))
}

type StateParts = Omit<Fold, 'compiled' | 'rows' | 'epoch' | 'signal'>

function copyState(from: Readonly<StateParts> | EngineState): StateParts {
  return {
    at: from.at,
    firstAt: from.firstAt,
    sensors: { ...from.sensors },
    counters: { ...from.counters },
    pulse: from.pulse,
    status: from.status,
    candidate: from.candidate,
    manual: from.manual,
    stopSince: from.stopSince,
    gapEnd: from.gapEnd,
    settledTo: from.settledTo,
    meteredTo: from.meteredTo,
    loss: from.loss,
    failedStop: from.failedStop,
    windows: from.windows.map((window) => ({ ...window, tally: { ...window.tally } })),
    hours: from.hours.map((hour) => ({ ...hour, tally: { ...hour.tally } })),
    segments: from.segments.map((segment) => ({ ...segment })),
    undecided: [...from.undecided],
  }
}

/** Time out of schedule ends by the schedule now in force. A running shift never changes (domain.md S-43). */
function refreshOpenEnd(fold: Fold): void {
  const window = fold.windows.at(-1)
  if (!window || window.shift || fold.at === null) return
  const { end } = fold.compiled.calendar.windowAt(fold.at)
  if (window.end === end || (window.end === null && end === Infinity)) return
  window.end = end === Infinity ? null : end
  const hour = fold.hours.at(-1)
  if (hour && hour.end > end) hour.end = end
}
