import type { LossAnnotationId, LossReasonId } from '#engine/ids.ts'
import type { LossAnnotation } from './lossSetup.ts'

/** One OUTPUT loss: the instant of its last unit, its units, and its annotation. */
export type RejectionLoss = {
  readonly at: number
  /** Counts the losses of one instant. */
  readonly part: number
  readonly quantity: number
  readonly annotationId: LossAnnotationId | null
  readonly reasonId: LossReasonId | null
}

/** Rejected units of an output segment on their way to OUTPUT losses (domain.md S-30). Plain JSON. */
export type Rejections = {
  /** Units registered so far. */
  readonly told: number
  /** Units that do not make a loss yet. */
  readonly left: number
  /** Losses made so far. */
  readonly made: number
  readonly lastAt: number | null
  /** Losses made at `lastAt`. */
  readonly madeThen: number
  /** Units that annotations with a share were given already, by their id. */
  readonly said: Readonly<Record<string, number>>
  /** Losses that are no rows yet, ascending. */
  readonly registered: readonly RejectionLoss[]
}

/** The parts of a setup that decide OUTPUT losses. An amount of null = one loss a segment. Annotations are those of source OUTPUT. */
export type RejectionRules = { readonly rejectionAmount: number | null; readonly annotations: readonly LossAnnotation[] }

type AmountRules = RejectionRules & { readonly rejectionAmount: number }

export const NO_REJECTIONS: Rejections = { told: 0, left: 0, made: 0, lastAt: null, madeThen: 0, said: {}, registered: [] }

/** A segment has no more OUTPUT losses; what is rejected beyond shares the last. */
export const MAX_OUTPUT_LOSSES = 1000

/**
 * Returns the rejections after units were registered at the instant: one loss each time the amount is reached, none without an amount (domain.md
 * S-30, A-5). An annotation that covers the loss gives its reason; one with a smaller share splits it.
 */
export function registerRejects(rejections: Rejections, units: number, at: number, rules: RejectionRules): Rejections {
  if (rules.rejectionAmount === null) {
    const told = rejections.told + units
    return { ...NO_REJECTIONS, told, left: told }
  }
  const amount = Math.max(1, rules.rejectionAmount)
  let next: Rejections = {
    ...rejections,
    told: rejections.told + units,
    left: rejections.left + units,
    ...(rejections.lastAt === at ? {} : { lastAt: at, madeThen: 0 }),
  }
  while (next.left >= amount && next.made < MAX_OUTPUT_LOSSES - 1) next = makeLoss(next, amount, at, rules.annotations)
  return next
}

/**
 * Returns the losses still to emit for a segment that ends at `end` with `rejected` units: the registered ones, and one for the rest at the
 * segment's last moment, since until then units may be added or taken back.
 */
export function closeRejections(rejections: Rejections, rejected: number, end: number, rules: AmountRules): readonly RejectionLoss[] {
  const at = Math.max(rejections.lastAt ?? -Infinity, end - 1)
  const all = registerRejects(rejections, Math.max(0, rejected - rejections.told), at, rules)
  const left = all.left - Math.max(0, all.told - rejected)
  return left > 0 ? makeLoss(all, left, at, rules.annotations).registered : all.registered
}

/** Returns the quantities of the losses that so many units make at once: one of all of them without an amount. */
export function rejectionQuantities(units: number, rejectionAmount: number | null): number[] {
  if (rejectionAmount === null) return units > 0 ? [units] : []
  const amount = Math.max(1, rejectionAmount)
  const whole = Math.min(Math.floor(units / amount), MAX_OUTPUT_LOSSES - 1)
  const rest = units - whole * amount
  return [...Array.from({ length: whole }, () => amount), ...(rest > 0 ? [rest] : [])]
}

function makeLoss(rejections: Rejections, quantity: number, at: number, annotations: readonly LossAnnotation[]): Rejections {
  const said = { ...rejections.said }
  const made: RejectionLoss[] = []
  let left = quantity
  const push = (units: number, annotation: LossAnnotation | null): void => {
    const part = rejections.madeThen + made.length
    made.push({ at, part, quantity: units, annotationId: annotation?.id ?? null, reasonId: annotation?.reasonId ?? null })
    left -= units
  }
  for (const annotation of annotations) {
    if (annotation.start > at || (annotation.end !== null && annotation.end <= at)) continue
    const { id, shareUnits } = annotation
    const units = Math.min(left, shareUnits === null ? left : shareUnits - (said[id] ?? 0))
    if (units <= 0) continue
    if (shareUnits !== null) said[id] = (said[id] ?? 0) + units
    push(units, annotation)
  }
  if (left > 0) push(left, null)
  return {
    told: rejections.told,
    left: rejections.left - quantity,
    made: rejections.made + made.length,
    lastAt: at,
    madeThen: rejections.madeThen + made.length,
    said,
    registered: [...rejections.registered, ...made],
  }
}
