import type { LossReasonId } from '#engine/ids.ts'
import { figuresOf } from '#engine/oee/figures.ts'
import { sumsOf } from '#engine/oee/recordSums.ts'
import { termsWithReasons } from '#engine/oee/reasonPreview.ts'
import type { Tenant } from '#server/db/database.ts'
import { findLosses } from '#server/loss/loss.store.ts'
import { listLossReasons } from '#server/loss/lossReason.store.ts'
import { Refusal } from '#server/refusal.ts'
import { listShiftsStarting } from '#server/shift/shift.store.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'

/** The OEE of one shift under another reason; fractions of 1. */
export type ReasonPreview = {
  readonly shift: StoredShift
  readonly workCenter: WorkCenter
  readonly before: number | null
  readonly after: number | null
}

const MOST_LOSSES = 1000

/** Returns the OEE of the shifts of the losses before they get the reason, and after; refuses too many losses and an unknown reason. */
export async function previewReason(
  tenant: Tenant,
  asked: {
    readonly ids: readonly number[]
    readonly reasonId: LossReasonId
    readonly visible: ReadonlySet<number> | null
    readonly now: number
  },
): Promise<readonly ReasonPreview[]> {
  const { ids, reasonId, visible, now } = asked
  if (ids.length > MOST_LOSSES) throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'ids', params: { min: 0, max: MOST_LOSSES } })
  if (ids.length === 0) return []
  const losses = (await findLosses(tenant, [...new Set(ids)])).filter(
    ({ source, isValid, workCenterId }) => source === 'STATUS' && isValid && (visible === null || visible.has(workCenterId)),
  )
  const reasons = new Map((await listLossReasons(tenant)).map((reason) => [reason.id, reason]))
  const given = reasons.get(reasonId)
  if (given === undefined) throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field: 'reasonId', params: { id: reasonId } })
  const byShift = Map.groupBy(losses, ({ workCenterId, shiftStart }) => `${workCenterId}@${shiftStart}`)
  const shifts = await listShiftsStarting(
    tenant,
    [...byShift.values()].flatMap(([one]) => (one === undefined ? [] : [{ workCenterId: one.workCenterId, start: one.shiftStart }])),
  )
  const workCenters = new Map(
    (await findWorkCenters(tenant, [...new Set(shifts.map((shift) => shift.workCenterId))])).map((one) => [one.id, one]),
  )
  return shifts.flatMap((shift): ReasonPreview[] => {
    const workCenter = workCenters.get(shift.workCenterId)
    const stops = (byShift.get(`${shift.workCenterId}@${shift.shift.start}`) ?? []).map((loss) => ({
      ms: (loss.end ?? now) - loss.start,
      countsBefore: loss.reasonId === null || reasons.get(loss.reasonId)?.includeInOeeCalculation !== false,
      countsAfter: given.includeInOeeCalculation,
    }))
    if (workCenter === undefined || stops.every(({ countsBefore, countsAfter }) => countsBefore === countsAfter)) return []
    const oeeOf = (terms: typeof shift.terms) => figuresOf([{ sums: sumsOf(terms), switches: workCenter }]).oee
    return [{ shift, workCenter, before: oeeOf(shift.terms), after: oeeOf(termsWithReasons(shift.terms, stops)) }]
  })
}
