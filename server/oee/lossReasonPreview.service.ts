import type { LossReasonId } from '#engine/ids.ts'
import { figuresOf } from '#engine/oee/figures.ts'
import { sumsOf } from '#engine/oee/recordSums.ts'
import { type EnteredLoss, termsWithManualLoss, termsWithReasons } from '#engine/oee/reasonPreview.ts'
import type { Tenant } from '#server/db/database.ts'
import { findLosses, listShiftRanges } from '#server/loss/loss.store.ts'
import { listLossReasons } from '#server/loss/lossReason.store.ts'
import type { LossReason } from '#server/loss/lossReason.store.ts'
import type { ManualLossPreview } from '#server/loss/manualLoss.service.ts'
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
  const given = requireReason(reasons, reasonId)
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
      countsBefore: counts(reasons, loss.reasonId),
      countsAfter: given.includeInOeeCalculation,
    }))
    if (workCenter === undefined || stops.every(({ countsBefore, countsAfter }) => countsBefore === countsAfter)) return []
    return [previewOf(shift, workCenter, termsWithReasons(shift.terms, stops))]
  })
}

/** Returns the OEE of the shift before the loss is entered, and after; null where it stays, or where the loss stands for another. Refuses an unknown reason. */
export async function previewManualOee(
  tenant: Tenant,
  { covered, silenceMs, range }: ManualLossPreview,
  reasonId: LossReasonId,
): Promise<ReasonPreview | null> {
  const { workCenterId, start, end, replaces } = range
  const reasons = new Map((await listLossReasons(tenant)).map((reason) => [reason.id, reason]))
  const countsAfter = requireReason(reasons, reasonId).includeInOeeCalculation
  if (replaces !== null) return null
  const [place] = await listShiftRanges(tenant, { workCenterId, start, end })
  const [shift] = place === undefined ? [] : await listShiftsStarting(tenant, [{ workCenterId, start: place.start }])
  const [workCenter] = await findWorkCenters(tenant, [workCenterId])
  if (shift === undefined || workCenter === undefined) return null
  const coveredMs = covered.reduce((sum, { ms }) => sum + ms, 0)
  const stops = [
    ...covered.map(({ ms, loss }) => ({ ms, countsBefore: counts(reasons, loss.reasonId), countsAfter })),
    // The machine stood there too, and nobody asks why.
    { ms: end - start - coveredMs - silenceMs, countsBefore: true, countsAfter },
  ]
  const entered: EnteredLoss = { stops, silenceMs, counts: countsAfter }
  const preview = previewOf(shift, workCenter, termsWithManualLoss(shift.terms, entered))
  return preview.before === preview.after ? null : preview
}

function previewOf(shift: StoredShift, workCenter: WorkCenter, terms: StoredShift['terms']): ReasonPreview {
  const oeeOf = (of: StoredShift['terms']) => figuresOf([{ sums: sumsOf(of), switches: workCenter }]).oee
  return { shift, workCenter, before: oeeOf(shift.terms), after: oeeOf(terms) }
}

type Reasons = ReadonlyMap<LossReasonId, LossReason>

function counts(reasons: Reasons, reasonId: LossReasonId | null): boolean {
  return reasonId === null || reasons.get(reasonId)?.includeInOeeCalculation !== false
}

function requireReason(reasons: Reasons, reasonId: LossReasonId): LossReason {
  const reason = reasons.get(reasonId)
  if (reason === undefined) throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field: 'reasonId', params: { id: reasonId } })
  return reason
}
