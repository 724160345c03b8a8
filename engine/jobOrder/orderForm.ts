import { formProblem, numberProblem, textProblem } from '#engine/fields/fieldRules.ts'
import type { Problem } from '#engine/result.ts'
import type { JobOrderStatus } from './jobOrderStatus.ts'
import type { OrderSpeed } from './orderCycle.ts'
import { DAY_MS, SECOND_MS } from '#engine/time/durations.ts'
import { problemsOfSpeed } from './orderSpeedForm.ts'

/** What people enter of an order, as far as a rule looks at it. */
export type OrderForm = OrderSpeed & {
  readonly orderCode: string
  readonly externalCode: string | null
  readonly description: string | null
  readonly notes: string | null
  readonly itemId: number | null
  readonly workCenterId: number | null
  readonly planOutput: number | null
  readonly planStart: number | null
  readonly planEnd: number | null
  readonly dueDate: number | null
  readonly planDurationMs: number | null
}

const CODE = { min: 1, max: 64 } as const
const EXTERNAL = { min: 0, max: 200 } as const
const LONG = { min: 0, max: 2000 } as const
const QUANTITY = { above: 0, below: 1_000_000_000 } as const
/** In seconds: an order may take a year. */
const DURATION = { above: 0, max: (366 * DAY_MS) / SECOND_MS } as const
const PRINTABLE = { pattern: /^[^\p{Cc}]*$/u, example: 'JO-1042' }

/** Returns every problem of what was entered, one a field (domain.md J-11). A plan in pieces is whole; metres have three places. */
export function problemsOfOrder(form: OrderForm, unit: string | null): readonly Problem[] {
  const { orderCode, externalCode, description, notes, planOutput, planStart, planEnd, planDurationMs } = form
  return [
    textProblem('orderCode', orderCode, CODE) ?? formProblem('orderCode', orderCode, PRINTABLE),
    textProblem('externalCode', externalCode ?? '', EXTERNAL),
    textProblem('description', description ?? '', LONG),
    textProblem('notes', notes ?? '', LONG),
    quantityProblem('planOutput', planOutput, unit),
    planStart !== null && planEnd !== null && planEnd <= planStart ? { code: 'INVALID_WINDOW', field: 'planEnd' } : null,
    numberProblem('planDuration', planDurationMs === null ? null : planDurationMs / SECOND_MS, DURATION),
    ...problemsOfSpeed(form),
  ].filter((problem) => problem !== null)
}

/** Returns what is wrong with a quantity of output, null for none: above 0 and below a thousand million, whole in pieces (domain.md J-11). */
export function quantityProblem(field: string, quantity: number | null, unit: string | null): Problem | null {
  const problem = numberProblem(field, quantity, { ...QUANTITY, ...(unit === 'pcs' && { isWhole: true }) })
  if (problem !== null || quantity === null) return problem
  // Thousandths of a unit are the smallest that is counted.
  return Math.abs(quantity * 1000 - Math.round(quantity * 1000)) > 1e-6 ? { code: 'TOO_MANY_PLACES', field, params: { max: 3 } } : null
}

const STARTED_FIELDS = [
  'planOutput',
  'planStart',
  'planEnd',
  'planDurationMs',
  'dueDate',
  'notes',
  'performanceBy',
  'planCycleTimeMs',
  'targetSpeedQuantity',
  'targetSpeedTimeMs',
] as const satisfies readonly (keyof OrderForm)[]
const FIELDS = [
  ...STARTED_FIELDS,
  'orderCode',
  'externalCode',
  'description',
  'itemId',
  'workCenterId',
] as const satisfies readonly (keyof OrderForm)[]

/** Returns why the fields that differ cannot be changed in the status, one problem a field (domain.md S-50); the plan is never below what is accepted. */
export function problemsOfChange(status: JobOrderStatus, before: OrderForm, after: OrderForm, acceptedOutput: number): readonly Problem[] {
  const changed = FIELDS.filter((field) => before[field] !== after[field])
  const locked = changed.filter((field) => !isEditable(status, field))
  const problems: Problem[] = locked.map((field) => ({
    code: 'JOB_ORDER_FIELD_LOCKED',
    field: FIELD_NAMES[field] ?? field,
    params: { status },
  }))
  if (changed.includes('planOutput') && after.planOutput !== null && after.planOutput < acceptedOutput) {
    problems.push({ code: 'PLAN_BELOW_OUTPUT', field: 'planOutput', params: { min: acceptedOutput } })
  }
  if ((status === 'PROGRESS' || status === 'ON_HOLD') && after.planOutput === null && before.planOutput !== null) {
    problems.push({ code: 'REQUIRED', field: 'planOutput' })
  }
  return problems
}

/** As the API names them, where the names differ. */
const FIELD_NAMES: Partial<Record<keyof OrderForm, string>> = {
  itemId: 'productId',
  planCycleTimeMs: 'planCycleTime',
  planDurationMs: 'planDuration',
  targetSpeedTimeMs: 'targetSpeedTime',
}

function isEditable(status: JobOrderStatus, field: keyof OrderForm): boolean {
  if (status === 'DRAFT' || status === 'PLANNED') return true
  if (status === 'ON_HOLD' && field === 'workCenterId') return true
  if (status === 'PROGRESS' || status === 'ON_HOLD') return STARTED_FIELDS.some((started) => started === field)
  return field === 'notes'
}
