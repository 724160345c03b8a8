import type { LossAnnotationId, LossReasonId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import type { LossAnnotation } from './lossSetup.ts'

/** A share of a SPEED or OUTPUT loss for another reason: in ms, or in units; `reasonId` undefined = that of the loss, null = none. */
export type LossShare = { readonly ms: number | null; readonly units: number | null; readonly reasonId?: LossReasonId | null | undefined }

/** The loss to split: its whole in ms and units, as far as known, and its annotations. */
export type SharedLoss = {
  readonly source: 'OUTPUT' | 'SPEED'
  readonly ms: number | null
  readonly units: number | null
}

export const MAX_SHARES = 50
/** Units have three places (domain.md D-50). */
const LEAST_UNITS = 0.001
const LEAST_MS = 1000

/**
 * Returns the problem of splitting the loss into the shares, or null (domain.md S-29, S-30). Output splits by units, speed by time or units; each
 * share is above 0, all use one measure, and the sum is at most the loss. Fields are `shares.<position>.<part>`.
 */
export function validateShares(loss: SharedLoss, shares: readonly LossShare[]): Problem | null {
  if (shares.length === 0 || shares.length > MAX_SHARES) {
    return shares.length === 0
      ? { code: 'REQUIRED', field: 'shares' }
      : { code: 'LENGTH_OUT_OF_RANGE', field: 'shares', params: { min: 1, max: MAX_SHARES } }
  }
  const isByTime = shares[0]?.ms != null
  const total = isByTime ? loss.ms : loss.units
  const part = isByTime ? 'duration' : 'quantity'
  if (total === null || (isByTime && loss.source === 'OUTPUT'))
    return { code: 'LOSS_SHARE_MEASURE', field: `shares.0.${part}`, params: { source: loss.source } }
  let left = total
  for (const [at, share] of shares.entries()) {
    const value = isByTime ? share.ms : share.units
    const other = isByTime ? share.units : share.ms
    if (value === null || other !== null)
      return { code: 'LOSS_SHARE_MEASURE', field: `shares.${at}.${part}`, params: { source: loss.source } }
    const least = isByTime ? LEAST_MS : LEAST_UNITS
    if (value < least || round(value) > round(left)) {
      const inMeasure = (measured: number) => (isByTime ? measured / 1000 : round(measured))
      const params = { value: inMeasure(value), min: inMeasure(least), max: inMeasure(left) }
      return { code: 'VALUE_OUT_OF_RANGE', field: `shares.${at}.${part}`, params }
    }
    left -= value
  }
  return null
}

/** An annotation after the split. `of` = the annotation whose place it keeps, `shareAt` = its share. */
export type ShareDraft = Omit<LossAnnotation, 'id'> & { readonly of: LossAnnotationId | null; readonly shareAt: number | null }

/**
 * Returns all annotations of the loss after the split, in the order in which they take their part: the shares, then the one that takes the remainder
 * (engine/loss/shareLoss.ts). `own` is the annotation of the split part, null without one: then the remainder needs none. Annotations of other parts
 * stay.
 */
export function shareAnnotations(input: {
  readonly loss: SharedLoss & { readonly start: number; readonly end: number | null; readonly reasonId: LossReasonId | null }
  readonly own: LossAnnotation | null
  readonly annotations: readonly LossAnnotation[]
  readonly shares: readonly LossShare[]
}): readonly ShareDraft[] {
  const { loss, own, annotations, shares } = input
  const { source, start, end, reasonId } = loss
  const base = { source, start, end, startsWithStop: true, endsWithStop: true, isManual: false, reasonId }
  const parts = shares.map((share, shareAt): ShareDraft => ({
    ...(own === null ? base : own),
    reasonId: share.reasonId === undefined ? reasonId : share.reasonId,
    shareMs: share.ms,
    shareUnits: share.units,
    of: null,
    shareAt,
  }))
  const others = annotations.filter((one) => one.id !== own?.id).map((one) => draftOf(one))
  const rest = own === null ? [] : restOf(own, loss, shares)
  const isLast = (draft: ShareDraft) => draft.shareMs === null && draft.shareUnits === null
  const all = [...others.filter((one) => !isLast(one)), ...parts, ...rest, ...others.filter(isLast)]
  return [...all.filter((one) => !isLast(one)), ...all.filter(isLast)]
}

/** The remainder of the split part after the shares. It grows and shrinks with the loss unless it has a share itself. */
function restOf(own: LossAnnotation, loss: SharedLoss, shares: readonly LossShare[]): ShareDraft[] {
  const isByTime = shares[0]?.ms != null
  const taken = shares.reduce((total, share) => total + ((isByTime ? share.ms : share.units) ?? 0), 0)
  const left = round(((isByTime ? loss.ms : loss.units) ?? 0) - taken)
  if (left <= 0) return []
  if (own.shareMs === null && own.shareUnits === null) return [draftOf(own)]
  return [{ ...draftOf(own), shareMs: isByTime ? left : null, shareUnits: isByTime ? null : left }]
}

function draftOf({ id, ...said }: LossAnnotation): ShareDraft {
  return { ...said, of: id, shareAt: null }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
