import type { JobOrderId } from '#engine/ids.ts'
import type { TargetOutputCalculationType, WorkCenterType } from '#engine/workCenter/workCenterSetup.ts'
import { HOUR_MS } from '#engine/time/durations.ts'

export const TARGET_OUTPUT_PERIODS = ['DAY', 'HOUR', 'SHIFT'] as const
export type TargetOutputPeriod = (typeof TARGET_OUTPUT_PERIODS)[number]

/** An order that is planned for a stretch of time, neither a draft nor cancelled (G-21). */
export type ScheduledOrder = {
  readonly jobOrderId: JobOrderId
  readonly planStart: number
  readonly planEnd: number
  /** Planned units, less those that were made at an unknown time. */
  readonly remaining: number
  /** Accepted units, confirmed or counted, and when they were made. */
  readonly accepted: readonly { readonly at: number; readonly units: number }[]
  /** null = unknown: the order says nothing about a target. */
  readonly idealCycleMs: number | null
}

/** How the target output of a work center is worked out. */
export type TargetSetup = {
  readonly calculationType: TargetOutputCalculationType
  /** Target units per period; null = output at reference speed. */
  readonly units: number | null
  readonly period: TargetOutputPeriod
  /** Nothing is to be made while no order is in progress. */
  readonly isOrderRequired: boolean
  readonly scheduled: readonly ScheduledOrder[]
}

/** Planned production time in one set of orders; `orders` 0 = idle. */
export type TargetStretch = { readonly plannedMs: number; readonly idealCycleMs: number | null; readonly orders: number }

/** The time that a target is for: a shift, or the part of it until now. */
export type TargetSpan = {
  readonly start: number
  readonly end: number
  /** Planned production time of the span, of the whole shift, and the scheduled time of the shift's day. */
  readonly plannedMs: number
  readonly shiftPlannedMs: number
  readonly dayMs: number
  /** The span's planned production time, piece by piece. */
  readonly stretches: readonly TargetStretch[]
}

/** By the reference speed of the work center. */
export const REFERENCE_TARGET: TargetSetup = {
  calculationType: 'BY_WORK_CENTER_CYCLE_TIME',
  units: null,
  period: 'SHIFT',
  isOrderRequired: false,
  scheduled: [],
}

/**
 * Returns the target units of the span (G-21), whole ones on a discrete work center; null when a needed cycle is unknown. `idealCycleMs`: the work
 * center's own.
 */
export function shiftTarget(target: TargetSetup, span: TargetSpan, idealCycleMs: number | null, type: WorkCenterType): number | null {
  const units = unitsOf(target, span, idealCycleMs)
  // A sum that is whole but for the last digits of floating point is whole.
  return units === null || type === 'CONTINUOUS' ? units : Math.floor(Number(Math.max(0, units).toPrecision(14)))
}

function unitsOf(target: TargetSetup, span: TargetSpan, idealCycleMs: number | null): number | null {
  switch (target.calculationType) {
    case 'BY_WORK_CENTER_CYCLE_TIME':
      return target.units === null ? unitsIn(span.plannedMs, idealCycleMs) : prorated(target.units, target.period, span)
    case 'BY_CURRENT_JOB_ORDER_CYCLE_TIME':
      return byCurrentOrders(target, span.stretches)
    case 'BY_JOB_ORDERS_CYCLE_TIME':
      return byScheduledOrders(target.scheduled, span)
  }
}

/** A target a period is spread evenly over the planned time of the period. */
function prorated(units: number, period: TargetOutputPeriod, span: TargetSpan): number {
  const periodMs = { HOUR: HOUR_MS, SHIFT: span.shiftPlannedMs, DAY: span.dayMs }[period]
  return periodMs > 0 ? (units * Math.max(0, span.plannedMs)) / periodMs : 0
}

function byCurrentOrders({ isOrderRequired }: TargetSetup, stretches: readonly TargetStretch[]): number | null {
  let sum = 0
  for (const { plannedMs, idealCycleMs, orders } of stretches) {
    if (plannedMs <= 0 || (isOrderRequired && orders === 0)) continue
    if (idealCycleMs === null) return null
    sum += plannedMs / idealCycleMs
  }
  return sum
}

function byScheduledOrders(scheduled: readonly ScheduledOrder[], { start, end }: TargetSpan): number {
  let sum = 0
  for (const order of scheduled) {
    const overlapMs = Math.min(order.planEnd, end) - Math.max(order.planStart, start)
    if (overlapMs <= 0 || order.idealCycleMs === null) continue
    sum += Math.min(remainingAt(order, start), overlapMs / order.idealCycleMs)
  }
  return sum
}

/** Remainder of the order at the start of the shift, so that the shift's output does not lower its own target (domain.md E-72). */
function remainingAt({ remaining, accepted }: ScheduledOrder, shiftStart: number): number {
  return Math.max(
    0,
    accepted.reduce((left, { at, units }) => (at < shiftStart ? left - units : left), remaining),
  )
}

function unitsIn(plannedMs: number, idealCycleMs: number | null): number | null {
  return idealCycleMs === null ? null : Math.max(0, plannedMs) / idealCycleMs
}
