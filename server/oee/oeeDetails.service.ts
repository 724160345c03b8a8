import { classifyPiece } from '#engine/oee/classifyPiece.ts'
import type { OeeBucket, PieceReason } from '#engine/oee/classifyPiece.ts'
import { kpisOf } from '#engine/oee/recordKpis.ts'
import type { Kpis } from '#engine/oee/kpis.ts'
import { ledgerOf } from '#engine/oee/ledger.ts'
import type { Ledger, LedgerKey } from '#engine/oee/ledger.ts'
import type { LossSource } from '#engine/facts.ts'
import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import { pieceReason } from '#engine/loss/compiledLosses.ts'
import type { OeeSetup } from '#engine/workCenter/workCenterSetup.ts'
import type { Tenant } from '#server/db/database.ts'
import { listLossesOfShift } from '#server/loss/loss.store.ts'
import type { Loss } from '#server/loss/lossRow.ts'
import { listLossReasons } from '#server/loss/lossReason.store.ts'
import { listSegmentsOfShift } from '#server/output/outputSegment.store.ts'
import type { StoredSegment } from '#server/output/outputSegment.store.ts'
import { findShift } from '#server/shift/shift.store.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import { listStatusesIn } from '#server/status/statusInterval.store.ts'
import type { StoredStatus } from '#server/status/statusInterval.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { oeeSetupOf } from './oeeSettings.service.ts'
import { findOeePolicy } from './oeeSetup.store.ts'

/** The explanation of one shift: the ledger, and the measurements behind each of its times. */
export type OeeDetails = {
  readonly shift: StoredShift
  readonly workCenterId: WorkCenterId
  readonly setup: OeeSetup
  readonly kpis: Kpis
  readonly ledger: Ledger
  readonly statuses: readonly StoredStatus[]
  readonly losses: readonly Loss[]
  readonly segments: readonly StoredSegment[]
  readonly reasons: ReadonlyMap<LossReasonId, PieceReason>
  /** What a scheduled-loss status without a loss means (domain.md S-7); null = none is offered. */
  readonly defaultPlanned: PieceReason | null
}

/** Which OEE bucket the time of a term lies in; terms that are computed from others have none. */
const BUCKET_OF_TERM: Partial<Record<LedgerKey, OeeBucket>> = {
  excluded: 'EXCLUDED',
  noData: 'NO_DATA',
  availabilityLoss: 'AVAILABILITY_LOSS',
  smallStop: 'SMALL_STOP',
  run: 'RUN',
}

/** Terms that are counted or priced segment by segment. */
const SEGMENT_TERMS: readonly LedgerKey[] = [
  'totalOutput',
  'uncountedOutput',
  'countedOutput',
  'rejectedOutput',
  'netOperating',
  'qualityLoss',
]

const SOURCE_OF_TERM: Partial<Record<LedgerKey, LossSource>> = { speedLoss: 'SPEED', qualityLoss: 'OUTPUT' }

/** Returns the details of the shift that starts at the instant, or of the newest one; null when there is none. */
export async function oeeDetailsOf(tenant: Tenant, workCenter: WorkCenter, shiftStart: number | null): Promise<OeeDetails | null> {
  const shift = await findShift(tenant, workCenter.id, shiftStart)
  if (shift === null) return null
  const window = { workCenterId: workCenter.id, start: shift.shift.start, end: Math.max(shift.asOf, shift.shift.start + 1) }
  const [policy, statuses, losses, segments, reasons] = await Promise.all([
    findOeePolicy(tenant),
    listStatusesIn(tenant, [window]),
    listLossesOfShift(tenant, workCenter.id, shift.shift.start),
    listSegmentsOfShift(tenant, workCenter.id, shift.shift.start),
    listLossReasons(tenant),
  ])
  const pieces = new Map(
    reasons.map((reason) => [reason.id, pieceReason({ ...reason, includeInOee: reason.includeInOeeCalculation })] as const),
  )
  const planned = reasons.find((reason) => reason.isDefaultPlanned && !reason.isHidden && !reason.isDeleted)
  const setup = oeeSetupOf(workCenter, policy)
  return {
    shift,
    workCenterId: workCenter.id,
    setup,
    kpis: kpisOf(shift.terms, setup),
    ledger: ledgerOf(shift, setup, segments),
    statuses,
    losses,
    segments,
    reasons: pieces,
    defaultPlanned: (planned && pieces.get(planned.id)) ?? null,
  }
}

/** Returns the intervals of the shift with time in the term: by their losses, else by their status. */
export function statusesOfTerm(details: OeeDetails, key: LedgerKey): readonly StoredStatus[] {
  const bucket = BUCKET_OF_TERM[key]
  if (bucket === undefined) return []
  const stops = details.losses.filter((loss) => loss.source === 'STATUS')
  return details.statuses.filter((status) => {
    const own = status.isEffective
      ? []
      : stops.filter((loss) => loss.start < (status.end ?? Infinity) && (loss.end ?? Infinity) > status.start)
    if (own.length === 0) return bucketOfStatus(details, status) === bucket
    return own.some((loss) => bucketOfLoss(details, loss) === bucket)
  })
}

/** Returns the losses of the shift with time in the term: stops by reason, speed losses and rejects. */
export function lossesOfTerm(details: OeeDetails, key: LedgerKey): readonly Loss[] {
  const source = SOURCE_OF_TERM[key]
  if (source !== undefined) return details.losses.filter((loss) => loss.source === source)
  const bucket = BUCKET_OF_TERM[key]
  if (bucket === undefined || bucket === 'RUN') return []
  return details.losses.filter((loss) => loss.source === 'STATUS' && bucketOfLoss(details, loss) === bucket)
}

function bucketOfStatus({ setup, defaultPlanned }: OeeDetails, status: StoredStatus): OeeBucket {
  const reason = status.isScheduledLoss && status.kind !== 'NO_DATA' ? defaultPlanned : null
  return classifyPiece({ ...status, reason }, setup).bucket
}

function bucketOfLoss({ reasons, setup }: OeeDetails, loss: Loss): OeeBucket {
  const reason = loss.reasonId === null ? null : (reasons.get(loss.reasonId) ?? null)
  return classifyPiece({ ...loss, isEffective: false, reason }, setup).bucket
}

/** Returns the output segments of the shift that the term is counted from. */
export function segmentsOfTerm({ segments }: OeeDetails, key: LedgerKey): readonly StoredSegment[] {
  return SEGMENT_TERMS.includes(key) ? segments : []
}
