import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import type { Problem } from '#engine/result.ts'
import type { WorkCenterType } from '#engine/workCenter/workCenterSetup.ts'

/** The settings of a work center that decide what is confirmed and how (domain.md O-17). */
export type PostingSettings = {
  readonly type: WorkCenterType
  readonly allowMultipleOutputConfirmation: boolean
  readonly allowPastPeriodConfirmations: boolean
  readonly isOutputRequiredOnConfirmation: boolean
  readonly isJobOrderRequiredForConfirmation: boolean
  readonly isQualityReasonRequiredOnConfirmation: boolean
  readonly requireReasonForEachRejection: boolean
}

/** Units that people confirm in one act, with the reasons of those that they rejected. */
export type PostedUnits = {
  readonly accepted: number
  readonly rejected: number
  readonly reasons: readonly { readonly reasonId: number; readonly units: number }[]
}

/** So many units nobody makes. */
export const MOST_UNITS = 1_000_000_000

/** The statuses in which output of an order is confirmed (domain.md O-2). */
const CONFIRMABLE = ['ON_HOLD', 'PROGRESS', 'TECHNICALLY_COMPLETED'] as const satisfies readonly JobOrderStatus[]

/** Returns whether output of an order of the status is confirmed (domain.md O-2). */
export function isConfirmable(status: JobOrderStatus): boolean {
  return CONFIRMABLE.some((one) => one === status)
}

/** Returns why nothing is confirmed of an order of the status, null when it is; without an order whether the work center asks for one. */
export function problemOfPostedOrder(
  status: JobOrderStatus | null,
  settings: Pick<PostingSettings, 'isJobOrderRequiredForConfirmation'>,
): Problem | null {
  if (status === null) return settings.isJobOrderRequiredForConfirmation ? { code: 'REQUIRED', field: 'jobOrderId' } : null
  if (isConfirmable(status)) return null
  return { code: 'INVALID_JOB_ORDER_TRANSITION', field: 'jobOrderId', params: { action: 'CONFIRM', status } }
}

/** Returns every problem of the units, each beside its field (domain.md O-6): numbers first; only what is a number is summed. */
export function problemsOfUnits({ accepted, rejected }: Omit<PostedUnits, 'reasons'>, type: WorkCenterType): readonly Problem[] {
  const problems = [...problemsOfNumber('acceptedOutput', accepted, type), ...problemsOfNumber('rejectedOutput', rejected, type)]
  if (problems.length > 0) return problems
  return accepted + rejected > 0 ? [] : [{ code: 'OUTPUT_NOT_POSITIVE', field: 'acceptedOutput' }]
}

/**
 * Returns every problem of the reasons of rejected units (domain.md O-6, O-9), once the units themselves are right. So many rejects had no reason in what
 * is corrected, and need none now.
 */
export function problemsOfReasons(
  { rejected, reasons, unexplainedBefore = 0 }: Omit<PostedUnits, 'accepted'> & { readonly unexplainedBefore?: number },
  settings: Pick<PostingSettings, 'isQualityReasonRequiredOnConfirmation' | 'requireReasonForEachRejection' | 'type'>,
): readonly Problem[] {
  const problems = reasons.flatMap(({ units }) =>
    units > 0 ? problemsOfNumber('qualityReasons', units, settings.type) : [outOfRange('qualityReasons', units)],
  )
  if (problems.length > 0) return problems
  const said = reasons.reduce((sum, { units }) => sum + Math.round(units * 1000), 0) / 1000
  if (said > rejected) return [{ code: 'QUALITY_REASONS_EXCEED', field: 'qualityReasons', params: { by: difference(said, rejected) } }]
  const isRequired = settings.isQualityReasonRequiredOnConfirmation || settings.requireReasonForEachRejection
  if (!isRequired || difference(rejected, said) <= unexplainedBefore) return []
  return [{ code: 'QUALITY_REASON_REQUIRED', field: 'qualityReasons', params: { missing: difference(rejected, said) } }]
}

/** Returns by how many units a confirmation goes beyond the plan of its order, null when it does not (domain.md O-10): it warns and never refuses. */
export function overPlanBy(
  order: { readonly planOutput: number | null; readonly acceptedOutput: number },
  accepted: number,
): number | null {
  if (order.planOutput === null || accepted <= 0) return null
  const over = difference(order.acceptedOutput + accepted, order.planOutput)
  return over > 0 ? over : null
}

/** Returns of each posting of an act by how many units it goes beyond the plan, after those before it (domain.md O-10); `accepted` are their units. */
export function overPlanOfEach(order: Parameters<typeof overPlanBy>[0], accepted: readonly number[]): readonly (number | null)[] {
  let acceptedOutput = order.acceptedOutput
  return accepted.map((units) => {
    const over = overPlanBy({ planOutput: order.planOutput, acceptedOutput }, units)
    acceptedOutput += units
    return over
  })
}

function problemsOfNumber(field: string, units: number, type: WorkCenterType): Problem[] {
  if (!(units >= 0 && units <= MOST_UNITS)) return [outOfRange(field, units)]
  if (type !== 'CONTINUOUS' && !Number.isInteger(units)) return [{ code: 'NOT_WHOLE', field, params: { value: units } }]
  // Three places are what a counter has.
  return Math.abs(units * 1000 - Math.round(units * 1000)) > 1e-6 ? [{ code: 'TOO_MANY_PLACES', field, params: { max: 3 } }] : []
}

function outOfRange(field: string, value: number): Problem {
  return { code: 'VALUE_OUT_OF_RANGE', field, params: { value, min: 0, max: MOST_UNITS } }
}

function difference(a: number, b: number): number {
  return (Math.round(a * 1000) - Math.round(b * 1000)) / 1000
}
