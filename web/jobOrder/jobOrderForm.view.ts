import { MEASUREMENT_UNITS } from '#engine/output/measurementUnit.ts'
import type { PerformanceBasis } from '#engine/jobOrder/orderCycle.ts'
import { problemsOfPlanning } from '#engine/jobOrder/orderGuards.ts'
import { planDurationOf } from '#engine/jobOrder/planWindow.ts'
import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { JobOrderInput, JobOrderOpenedQuery } from '#web/api/generated/graphql.ts'
import { instantOf, wallText } from '#web/parts/period/zoneDay.ts'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { inSeconds } from './jobOrders.view.ts'

export type OpenedOrder = JobOrderOpenedQuery['jobOrder']

/** An order as it is edited, field by field as the server names them; instants are wall times of the plant. */
export type OrderValues = {
  readonly orderCode: string
  readonly externalCode: string
  readonly description: string
  readonly notes: string
  readonly productId: string
  readonly workCenterId: string
  readonly planOutput: string
  /** In minutes of production time; empty = it follows from quantity and speed. */
  readonly planDuration: string
  readonly performanceBy: PerformanceBasis
  readonly planCycleTime: string
  readonly targetSpeedQuantity: string
  readonly planStart: string
  readonly planEnd: string
  readonly dueDate: string
}

/** Speeds are entered as units in a minute, whatever the order said before. */
const MINUTE_UNIT_ID = MEASUREMENT_UNITS.find(({ code }) => code === 'min')?.id ?? 0
const SECOND_UNIT_ID = MEASUREMENT_UNITS.find(({ code }) => code === 's')?.id ?? 0

const FIELDS = [
  'productId',
  'planOutput',
  'workCenterId',
  'performanceBy',
  'planCycleTime',
  'targetSpeedQuantity',
  'planDuration',
  'planStart',
  'planEnd',
  'dueDate',
  'orderCode',
  'externalCode',
  'description',
  'notes',
] as const satisfies readonly (keyof OrderValues)[]

/** Returns the values of a new order. */
export function newOrder(workCenterId: number | null): OrderValues {
  return {
    orderCode: '',
    externalCode: '',
    description: '',
    notes: '',
    productId: '',
    workCenterId: workCenterId === null ? '' : String(workCenterId),
    planOutput: '',
    planDuration: '',
    performanceBy: 'CYCLE_TIME',
    planCycleTime: '',
    targetSpeedQuantity: '',
    planStart: '',
    planEnd: '',
    dueDate: '',
  }
}

/** Returns the values of an order to edit. */
export function valuesOfOrder(order: OpenedOrder, locale: string, zone: string): OrderValues {
  const at = (instant: string | null) => (instant === null ? '' : wallText(Date.parse(instant), zone))
  return {
    orderCode: order.orderCode,
    externalCode: order.externalCode ?? '',
    description: order.description ?? '',
    notes: order.notes ?? '',
    productId: order.product === null ? '' : String(order.product.id),
    workCenterId: order.workCenterId === null ? '' : String(order.workCenterId),
    planOutput: numberText(order.planOutput, locale),
    planDuration: numberText(inMinutes(order.planDuration, order.planDurationUnit.code), locale),
    performanceBy: order.performanceBy,
    planCycleTime: numberText(inSeconds(order.planCycleTime, order.planCycleTimeUnit.code), locale),
    targetSpeedQuantity: numberText(perMinute(order), locale),
    planStart: at(order.planStart),
    planEnd: at(order.planEnd),
    dueDate: at(order.dueDate),
  }
}

/** An order as the form began with it: what is typed is compared with these values and saved upon this version. */
export type Basis = { readonly values: OrderValues; readonly version: number }

/** Returns the fields of the form that somebody else changed since it began. */
export function movedFields(began: OrderValues, theirs: OrderValues): readonly (keyof OrderValues)[] {
  return FIELDS.filter((field) => began[field] !== theirs[field])
}

/** Returns the values with what was typed, and in each field that was left alone what is saved now. */
export function mergedValues(began: OrderValues, typed: OrderValues, theirs: OrderValues): OrderValues {
  const left = FIELDS.filter((field) => typed[field] === began[field])
  return { ...typed, ...Object.fromEntries(left.map((field) => [field, theirs[field]])) }
}

/** Returns which numbers cannot be read. */
export function problemsOfValues(values: OrderValues, locale: string): readonly FieldProblem[] {
  return (['planOutput', 'planCycleTime', 'targetSpeedQuantity', 'planDuration'] as const)
    .filter((field) => Number.isNaN(readNumber(values[field], locale) ?? 0))
    .map((field) => ({ code: 'NOT_A_NUMBER', field }))
}

/** What is known of what was chosen; `hasSpeed` = the work center has a reference speed, or the product one there. */
export type ChosenOfOrder = {
  readonly productUnit: string | null
  readonly place: { readonly unit: string; readonly isArchived: boolean; readonly hasSpeed: boolean } | null
}

/** Returns the fields that an order lacks to be planned as it is typed, or that stand in the way of it, in the order of the form (domain.md J-2). */
export function hindersPlanning(values: OrderValues, { productUnit, place }: ChosenOfOrder, locale: string): readonly string[] {
  const number = (text: string) => readNumber(text, locale)
  // Wall times of one zone are compared as they are.
  const wallMs = (text: string) => (text === '' ? null : Date.parse(`${text}Z`))
  const cycle = positive(number(values.planCycleTime))
  const speed = positive(number(values.targetSpeedQuantity))
  const problems = problemsOfPlanning(
    {
      productUnit,
      place: place === null ? null : { ...place, isShutDown: false },
      planOutput: positive(number(values.planOutput)),
      planStart: wallMs(values.planStart),
      planEnd: wallMs(values.planEnd),
      performanceBy: values.performanceBy,
      planCycleTimeMs: cycle === null ? null : cycle * SECOND_MS,
      targetSpeedQuantity: speed,
      targetSpeedTimeMs: speed === null ? null : MINUTE_MS,
    },
    { isStart: false },
  )
  const hindered = new Set(problems.map(({ field }) => field ?? ''))
  return FIELDS.filter((field) => hindered.has(field))
}

/** Returns how long the order takes as it is typed, else at the speed that is typed, in ms of production time; null where both are missing, or cannot be read. */
export function typedDurationMs(values: OrderValues, locale: string): number | null {
  const number = (text: string) => readNumber(text, locale)
  const planOutput = positive(number(values.planOutput))
  const cycle = positive(number(values.planCycleTime))
  const speed = positive(number(values.targetSpeedQuantity))
  const duration = positive(number(values.planDuration))
  return planDurationOf(
    {
      planOutput,
      planDurationMs: duration === null ? null : duration * MINUTE_MS,
      performanceBy: values.performanceBy,
      planCycleTimeMs: cycle === null ? null : cycle * SECOND_MS,
      targetSpeedQuantity: speed,
      targetSpeedTimeMs: MINUTE_MS,
    },
    null,
  )
}

/** What the end of a window follows from, beside its start. */
const WINDOW_FIELDS = [
  'productId',
  'workCenterId',
  'planOutput',
  'performanceBy',
  'planCycleTime',
  'planCycleTimeUnitId',
  'targetSpeedQuantity',
  'targetSpeedTime',
  'targetSpeedTimeUnitId',
  'planDuration',
  'planDurationUnitId',
  'planStart',
] as const satisfies readonly (keyof JobOrderInput)[]

/** Returns what to ask the window of the order with, `id` null for a new one; null without a quantity, and where a number cannot be read. */
export function windowInput(
  values: OrderValues,
  {
    id,
    before,
    locale,
    zone,
  }: { readonly id: number | null; readonly before: OrderValues | null; readonly locale: string; readonly zone: string },
): JobOrderInput | null {
  if (problemsOfValues(values, locale).length > 0 || positive(readNumber(values.planOutput, locale)) === null) return null
  const input = inputOfOrder(values, before, locale, zone)
  const asked = Object.fromEntries(WINDOW_FIELDS.filter((field) => field in input).map((field) => [field, input[field]]))
  return { ...asked, ...(id !== null && { id }) }
}

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null
}

/** Returns the input that saves what differs from before; of a new order all that was entered. */
export function inputOfOrder(values: OrderValues, before: OrderValues | null, locale: string, zone: string): JobOrderInput {
  const number = (text: string) => readNumber(text, locale)
  const instant = (text: string) => (text === '' ? null : new Date(instantOf(zone, Date.parse(`${text}Z`))).toISOString())
  const id = (text: string) => (text === '' ? null : Number(text))
  const differs = (...fields: readonly (keyof OrderValues)[]) =>
    fields.some((field) => (before === null ? values[field] !== '' : values[field] !== before[field]))
  return {
    ...(differs('orderCode') && { orderCode: values.orderCode }),
    ...(differs('externalCode') && { externalCode: values.externalCode }),
    ...(differs('description') && { description: values.description }),
    ...(differs('notes') && { notes: values.notes }),
    ...(differs('productId') && { productId: id(values.productId) }),
    ...(differs('workCenterId') && { workCenterId: id(values.workCenterId) }),
    ...(differs('planOutput') && { planOutput: number(values.planOutput) }),
    ...(differs('performanceBy') && { performanceBy: values.performanceBy }),
    ...(differs('planCycleTime') && { planCycleTime: number(values.planCycleTime), planCycleTimeUnitId: SECOND_UNIT_ID }),
    ...(differs('targetSpeedQuantity') && {
      targetSpeedQuantity: number(values.targetSpeedQuantity),
      targetSpeedTime: values.targetSpeedQuantity.trim() === '' ? null : 1,
      targetSpeedTimeUnitId: MINUTE_UNIT_ID,
    }),
    ...(differs('planDuration') && { planDuration: number(values.planDuration), planDurationUnitId: MINUTE_UNIT_ID }),
    ...(differs('planStart') && { planStart: instant(values.planStart) }),
    ...(differs('planEnd') && { planEnd: instant(values.planEnd) }),
    ...(differs('dueDate') && { dueDate: instant(values.dueDate) }),
  }
}

/** To a hundredth of a second. */
function inMinutes(time: number | null, code: string): number | null {
  const seconds = inSeconds(time, code)
  return seconds === null ? null : Number((seconds / 60).toFixed(4))
}

function perMinute({ targetSpeedQuantity, targetSpeedTime, targetSpeedTimeUnit }: OpenedOrder): number | null {
  const seconds = inSeconds(targetSpeedTime, targetSpeedTimeUnit.code)
  if (targetSpeedQuantity === null || seconds === null || seconds <= 0) return null
  return Number(((targetSpeedQuantity * 60) / seconds).toFixed(6))
}
