import fc from 'fast-check'
import { asId, type LossAnnotationId, type LossReasonId, type StatusRuleId } from '#engine/ids.ts'
import type { LossReason } from '#engine/loss/lossReason.ts'
import { NO_LOSS_SETUP, type LossAnnotation, type LossSetup, type LossTrackingRow, type LossTrackingRule } from '#engine/loss/lossSetup.ts'

const MIN = 60_000

/** Returns a reason; by default an unplanned availability loss that counts, is offered and has no limit. */
export function exampleReason(id: number, more: Partial<LossReason> = {}): LossReason {
  return {
    id: asId<LossReasonId>(id),
    category: 'AVAILABILITY',
    type: 'UNPLANNED',
    includeInOee: true,
    isSmallStop: false,
    activityTypes: [],
    maximumAllowedDurationMs: null,
    isOffered: true,
    ...more,
  }
}

/** Returns an annotation of `[start, end)` of stops; by default its edges stay at the clock. */
export function exampleAnnotation(id: number, start: number, end: number | null, more: Partial<LossAnnotation> = {}): LossAnnotation {
  return {
    id: asId<LossAnnotationId>(id),
    source: 'STATUS',
    start,
    end,
    startsWithStop: false,
    endsWithStop: end === null,
    reasonId: null,
    isManual: false,
    shareMs: null,
    shareUnits: null,
    ...more,
  }
}

/** Returns a tracking rule in force always: rows `[from ms, to ms, reason]`; status null = stops without a rule. */
export function exampleTracking(
  status: number | null,
  rows: readonly (readonly [number, number | null, number])[],
  more: Partial<LossTrackingRule> = {},
): LossTrackingRule {
  return {
    statusRuleId: status === null ? null : asId<StatusRuleId>(status),
    validFrom: 0,
    validTo: null,
    rows: rows.map(([fromMs, toMs, reason]): LossTrackingRow => ({ fromMs, toMs, reasonId: asId<LossReasonId>(reason) })),
    ...more,
  }
}

/** Reasons of every kind that the figures tell apart. */
export const EXAMPLE_REASONS: readonly LossReason[] = [
  exampleReason(1, { isSmallStop: true }),
  exampleReason(2, { activityTypes: ['SETUP_TIME'], type: 'PLANNED' }),
  exampleReason(3, { activityTypes: ['BREAKDOWN_TIME'] }),
  exampleReason(4, { type: 'PLANNED', includeInOee: false, maximumAllowedDurationMs: 7 * MIN }),
  exampleReason(5, { isOffered: false }),
  exampleReason(6, { includeInOee: false }),
  exampleReason(7, { category: 'PERFORMANCE', maximumAllowedDurationMs: 90_000 }),
]

const reasonIds = fc.integer({ min: 1, max: EXAMPLE_REASONS.length })

const trackingRules: fc.Arbitrary<LossTrackingRule[]> = fc
  .array(
    fc.record({
      status: fc.constantFrom(2, 3, null),
      cuts: fc.uniqueArray(fc.constantFrom(0, 30, 60, 120, 300, 301, 1200, 5000), { minLength: 1, maxLength: 4 }),
      reasons: fc.array(reasonIds, { minLength: 4, maxLength: 4 }),
      hole: fc.nat({ max: 5 }),
      isEndless: fc.boolean(),
      changeSecond: fc.option(fc.integer({ min: 0, max: 4000 }), { nil: null }),
    }),
    { maxLength: 3 },
  )
  .map((items) => {
    const rules = new Map<number | null, LossTrackingRule>()
    for (const { status, cuts, reasons, hole, isEndless } of items) {
      const edges = cuts.toSorted((a, b) => a - b).map((seconds) => seconds * 1000)
      const rows = edges.flatMap((from, index) => {
        const to = edges[index + 1] ?? null
        const reason = reasons[index] ?? 1
        return index === hole || (to === null && !isEndless) ? [] : [[from, to, reason] as const]
      })
      rules.set(status, exampleTracking(status, rows))
    }
    return [...rules.values()]
  })

/** Returns annotations from the instant on: they follow or touch each other, on whole seconds, the last perhaps without an end. */
export function annotationsFrom(from: number): fc.Arbitrary<LossAnnotation[]> {
  const piece = fc.record({
    gap: fc.constantFrom(0, 0, 5, 60, 200, 900),
    length: fc.constantFrom(5, 60, 200, 400, 900, 3000),
    startsWithStop: fc.boolean(),
    endsWithStop: fc.boolean(),
    isManual: fc.boolean(),
    reasonId: fc.option(
      reasonIds.map((id) => asId<LossReasonId>(id)),
      { nil: null },
    ),
  })
  return fc.tuple(fc.array(piece, { maxLength: 6 }), fc.boolean()).map(([pieces, isLastOpen]) => {
    let at = from
    return pieces.map(({ gap, length, ...more }, index) => {
      const start = at + gap * 1000
      at = start + length * 1000
      const isOpen = isLastOpen && index === pieces.length - 1
      return exampleAnnotation(index + 1, start, isOpen ? null : at, { ...more, endsWithStop: isOpen || more.endsWithStop })
    })
  })
}

/** Returns loss setups with rules, limits, holes and annotations from the instant on. */
export function lossSetups(from: number): fc.Arbitrary<LossSetup> {
  const full = fc.record({
    reasons: fc.constant(EXAMPLE_REASONS),
    trackingRules,
    annotations: annotationsFrom(from),
    defaultPlannedReasonId: fc.constantFrom(null, asId<LossReasonId>(4), asId<LossReasonId>(2), asId<LossReasonId>(6)),
  })
  return fc.oneof({ weight: 1, arbitrary: fc.constant(NO_LOSS_SETUP) }, { weight: 5, arbitrary: full })
}

/** Returns a loss setup in which scheduled-loss statuses have a planned reason that counts in OEE or does not (domain.md S-7). */
export function plannedReason(includeInOee: boolean): LossSetup {
  const reason = exampleReason(9, { type: 'PLANNED', includeInOee })
  return { ...NO_LOSS_SETUP, reasons: [reason], defaultPlannedReasonId: reason.id }
}
