import type { LossInterval } from '#engine/facts.ts'
import { stretchAt } from '#engine/jobOrder/orderStretches.ts'
import type { LossAnnotation, LossSetup } from '#engine/loss/lossSetup.ts'
import { closeRejections, registerRejects, rejectionQuantities, type RejectionLoss, type RejectionRules } from '#engine/loss/outputLoss.ts'
import { speedLossOf } from '#engine/loss/speedLoss.ts'
import { shareLoss, type LossPart } from '#engine/loss/shareLoss.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import type { EffectiveSegment } from './effectiveSegment.ts'
import type { OpenSegment } from './engineState.ts'
import { frontierOf, type Fold } from './fold.ts'

/**
 * Makes rows of a segment's SPEED loss and OUTPUT losses (domain.md S-29, S-30). They explain losses that the sums of time already hold, so they are
 * in no sum. While the segment is open, those that hold for all of it end at `until`, and its SPEED loss is provisional.
 */
export function pushSegmentLosses(fold: Fold, segment: OpenSegment, effective: EffectiveSegment, until: number): void {
  if (segment.shiftStart === null || until <= segment.start) return
  pushSpeedLoss(fold, segment, effective, until)
  const { rejectionAmount, annotations } = rulesOf(fold)
  if (segment.slices || rejectionAmount === null) pushRejects(fold, segment, effective, until)
  else if (segment.end === null) pushRejections(fold, segment, segment.rejects.registered)
  else
    pushRejections(fold, segment, closeRejections(segment.rejects, segment.output.rejected, segment.end, { rejectionAmount, annotations }))
}

/** Registers the growth of the segment's rejects until `at`. Where an amount of them makes a loss, makes rows of the losses before the frontier. */
export function rejectUnits(fold: Fold, segment: OpenSegment, at: number): void {
  const units = segment.output.rejected - segment.rejects.told
  if (units <= 0 || segment.slices || segment.shiftStart === null || !areRejectsKnown(fold, at)) return
  const rules = rulesOf(fold)
  if (rules.rejectionAmount !== null) pushDecidedRejections(fold, segment)
  segment.rejects = registerRejects(segment.rejects, units, at, rules)
}

function pushDecidedRejections(fold: Fold, segment: OpenSegment): void {
  const { registered } = segment.rejects
  const frontier = frontierOf(fold)
  if (!registered.some((loss) => loss.at < frontier)) return
  pushRejections(
    fold,
    segment,
    registered.filter((loss) => loss.at < frontier),
  )
  segment.rejects = { ...segment.rejects, registered: registered.filter((loss) => loss.at >= frontier) }
}

/** Where rejects are total minus accepted, a unit is no reject before the accepted counter was read, which may follow the total (domain.md S-61). */
function areRejectsKnown({ compiled, sensors }: Fold, at: number): boolean {
  return compiled.setup.output.calculationType !== 'TOTAL_AND_ACCEPTED' || sensors['ACCEPTED_OUTPUT']?.at === at
}

function pushSpeedLoss(fold: Fold, segment: OpenSegment, effective: EffectiveSegment, until: number): void {
  const { setup } = fold.compiled
  const { count, uncounted, unitMs, netOperatingMs } = effective
  const { runMs, smallStopMs } = segment
  const input = { runMs, smallStopMs, total: count.total - uncounted.total, netOperatingMs, idealCycleMs: unitMs }
  const loss = speedLossOf(input, setup.type)
  if (!loss) return
  const parts = shareLoss(loss, annotationsWithin(fold, 'SPEED', segment))
  for (const [index, part] of parts.entries())
    fold.rows.losses.push(lossRow(segment, 'SPEED', segment.start, until, part, index, segment.end === null))
}

/**
 * The rejects of the segment as one loss, from the segment's start on, whose quantity grows while the segment is open (domain.md S-30). Confirmed
 * rejects are known only in sum, so they hold for the segment, too, where an amount of them makes a loss.
 */
function pushRejects(fold: Fold, segment: OpenSegment, { count, rejectMs }: EffectiveSegment, until: number): void {
  const { rejects, output } = segment
  const isOpen = segment.end === null
  const quantity = isOpen && !segment.slices ? Math.min(rejects.told, output.rejected) : count.rejected
  if (quantity <= 0) return
  const whole = { quantity, durationMs: Math.round(quantity * (rejectMs ?? 0)) }
  const parts = shareLoss(whole, annotationsWithin(fold, 'OUTPUT', segment)).flatMap((part) =>
    part.annotationId === null ? inAmounts(part, fold.compiled.setup.output.rejectionAmount, rejectMs ?? 0) : [part],
  )
  // A row of a millisecond would be taken for the instant of a registration (engine/loss/emittedWithSegment.ts).
  const end = Math.max(until, segment.start + 2)
  for (const [index, part] of parts.entries()) fold.rows.losses.push(lossRow(segment, 'OUTPUT', segment.start, end, part, index, false))
}

function inAmounts(part: LossPart, rejectionAmount: number | null, rejectMs: number): LossPart[] {
  if (rejectionAmount === null) return [part]
  return rejectionQuantities(part.quantity, rejectionAmount).map((quantity) => ({
    ...part,
    quantity,
    durationMs: Math.round(quantity * rejectMs),
  }))
}

function pushRejections(fold: Fold, segment: OpenSegment, losses: readonly RejectionLoss[]): void {
  if (losses.length === 0) return
  const { idealCycleMs } = stretchAt(fold.compiled.stretches, segment.start)
  for (const loss of losses) {
    const durationMs = idealCycleMs === null ? null : Math.round(loss.quantity * idealCycleMs)
    // A registration is an instant; no row is empty.
    fold.rows.losses.push(lossRow(segment, 'OUTPUT', loss.at, loss.at + 1, { ...loss, durationMs }, loss.part, false))
  }
}

function lossRow(
  segment: OpenSegment,
  source: 'OUTPUT' | 'SPEED',
  start: number,
  end: number,
  { quantity, durationMs, annotationId, reasonId }: Omit<LossPart, 'durationMs'> & Pick<LossInterval, 'durationMs'>,
  part: number,
  isProvisional: boolean,
): LossInterval {
  return {
    source,
    start,
    end,
    chainStart: segment.start,
    kind: 'RULE',
    statusRuleId: null,
    isScheduledLoss: false,
    shiftStart: segment.shiftStart ?? segment.start,
    part,
    reasonId,
    reasonSource: reasonId === null ? null : 'MANUAL',
    isProvisional,
    annotationId,
    level: 2,
    quantity: roundUnits(quantity),
    durationMs,
  }
}

type LossSource = 'OUTPUT' | 'SPEED'
const sources = new WeakMap<LossSetup, Readonly<Record<LossSource, readonly LossAnnotation[]>>>()

function annotationsOf({ compiled }: Fold, source: LossSource): readonly LossAnnotation[] {
  const { losses } = compiled.setup
  const known = sources.get(losses)
  if (known) return known[source]
  const only = (wanted: LossSource): LossAnnotation[] => losses.annotations.filter((one) => one.source === wanted)
  const made = { OUTPUT: only('OUTPUT'), SPEED: only('SPEED') }
  sources.set(losses, made)
  return made[source]
}

/**
 * An annotation of a whole segment belongs to the segment that holds its middle, also after segments are cut again; so does one of rejects that were
 * registered at an instant. They take their parts in the order of their ids, so that a new one moves none.
 */
function annotationsWithin(fold: Fold, source: LossSource, { start, end }: OpenSegment): readonly LossAnnotation[] {
  const within = annotationsOf(fold, source).filter((one) => {
    const middle = one.end === null ? one.start : (one.start + one.end) / 2
    return middle >= start && middle < (end ?? Infinity)
  })
  return within.length < 2 ? within : within.sort((a, b) => a.id - b.id)
}

function rulesOf(fold: Fold): RejectionRules {
  return { rejectionAmount: fold.compiled.setup.output.rejectionAmount, annotations: annotationsOf(fold, 'OUTPUT') }
}
