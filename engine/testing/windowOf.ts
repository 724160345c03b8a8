import type { OeeTerms } from '#engine/facts.ts'
import { classifyPiece, type Piece } from '#engine/oee/classifyPiece.ts'
import { addPiece, countOutput, emptyTally, termsOf } from '#engine/oee/tally.ts'

/** A window in ms and units, as worked examples give it. */
export type ExampleWindow = {
  readonly elapsedMs: number
  readonly excludedMs?: number
  readonly noDataMs?: number
  readonly stopMs?: number
  readonly plannedStopMs?: number
  readonly smallStopMs?: number
  readonly failuresMs?: readonly number[]
  readonly idealCycleMs?: number | null
  readonly total?: number
  readonly rejected?: number
}

const POLICY = { noDataPolicy: 'EXCLUDE' } as const
const STOP: Piece = { kind: 'OFF', isEffective: false, isScheduledLoss: false }
const reason = { type: 'UNPLANNED', includeInOee: true, isSmallStop: false, isSetup: false, isFailure: false } as const

/** Returns the terms of a window whose pieces the engine classifies and adds. Time outside stops runs. */
export function windowOf(window: ExampleWindow): OeeTerms {
  const {
    elapsedMs,
    excludedMs = 0,
    noDataMs = 0,
    stopMs = 0,
    plannedStopMs = 0,
    smallStopMs = 0,
    failuresMs = [],
    idealCycleMs = null,
    total = 0,
    rejected = 0,
  } = window
  const tally = emptyTally()
  const price = { idealCycleMs, orders: [] }
  const failureMs = failuresMs.reduce((sum, duration) => sum + duration, 0)
  addPiece(
    tally,
    classifyPiece({ ...STOP, kind: 'RULE', isEffective: true }, POLICY),
    elapsedMs - excludedMs - noDataMs - stopMs - plannedStopMs - smallStopMs - failureMs,
    price,
  )
  addPiece(tally, classifyPiece({ ...STOP, reason: { ...reason, type: 'PLANNED', includeInOee: false } }, POLICY), excludedMs, price)
  addPiece(tally, classifyPiece({ ...STOP, kind: 'NO_DATA' }, POLICY), noDataMs, price)
  addPiece(tally, classifyPiece(STOP, POLICY), stopMs, price)
  addPiece(tally, classifyPiece({ ...STOP, reason: { ...reason, type: 'PLANNED' } }, POLICY), plannedStopMs, price)
  addPiece(tally, classifyPiece({ ...STOP, reason: { ...reason, isSmallStop: true } }, POLICY), smallStopMs, price)
  for (const duration of failuresMs) {
    addPiece(tally, classifyPiece({ ...STOP, reason: { ...reason, isFailure: true } }, POLICY), duration, price)
    tally.failureCount += 1
  }
  tally.output = { total, accepted: total - rejected, rejected }
  countOutput(tally, tally.output, idealCycleMs)
  return termsOf(tally)
}
