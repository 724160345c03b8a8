import { classifyPiece } from '#engine/oee/classifyPiece.ts'
import type { OeeBucket } from '#engine/oee/classifyPiece.ts'
import { kpisOf } from '#engine/oee/kpis.ts'
import type { Kpis } from '#engine/oee/kpis.ts'
import { ledgerOf } from '#engine/oee/ledger.ts'
import type { Ledger, LedgerKey } from '#engine/oee/ledger.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { OeeSetup } from '#engine/workCenter/workCenterSetup.ts'
import type { Tenant } from '#server/db/database.ts'
import { listLossesOfShift } from '#server/loss/loss.store.ts'
import type { Loss } from '#server/loss/lossRow.ts'
import { findShift } from '#server/shift/shift.store.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import { listStatusesIn } from '#server/status/statusInterval.store.ts'
import type { StoredStatus } from '#server/status/statusInterval.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { oeeSetupOf } from './oeeSettings.service.ts'
import { findOeePolicy } from './oeeSetup.store.ts'

/** Everything behind the figures of one shift: the ledger, and what each of its times was measured from. */
export type OeeDetails = {
  readonly shift: StoredShift
  readonly workCenterId: WorkCenterId
  readonly setup: OeeSetup
  readonly kpis: Kpis
  readonly ledger: Ledger
  readonly statuses: readonly StoredStatus[]
  readonly losses: readonly Loss[]
}

/** Which OEE bucket the time of a term lies in; terms that are computed from others have none. */
const BUCKET_OF_TERM: Partial<Record<LedgerKey, OeeBucket>> = {
  excluded: 'EXCLUDED',
  noData: 'NO_DATA',
  availabilityLoss: 'AVAILABILITY_LOSS',
  smallStop: 'SMALL_STOP',
  run: 'RUN',
}

/** Returns the details of the shift that starts at the instant, or of the newest one; null when there is none. */
export async function oeeDetailsOf(tenant: Tenant, workCenter: WorkCenter, shiftStart: number | null): Promise<OeeDetails | null> {
  const shift = await findShift(tenant, workCenter.id, shiftStart)
  if (shift === null) return null
  const window = { workCenterId: workCenter.id, start: shift.shift.start, end: Math.max(shift.asOf, shift.shift.start + 1) }
  const [policy, statuses, losses] = await Promise.all([
    findOeePolicy(tenant),
    listStatusesIn(tenant, [window]),
    listLossesOfShift(tenant, workCenter.id, shift.shift.start),
  ])
  const setup = oeeSetupOf(workCenter, policy)
  return { shift, workCenterId: workCenter.id, setup, kpis: kpisOf(shift.terms, setup), ledger: ledgerOf(shift, setup), statuses, losses }
}

/** Returns the intervals of the shift whose time is in the term. */
export function statusesOfTerm({ statuses, setup }: OeeDetails, key: LedgerKey): readonly StoredStatus[] {
  const bucket = BUCKET_OF_TERM[key]
  return bucket === undefined ? [] : statuses.filter((status) => classifyPiece(status, setup).bucket === bucket)
}

/** Returns the losses of the shift whose time is in the term. */
export function lossesOfTerm({ losses, setup }: OeeDetails, key: LedgerKey): readonly Loss[] {
  const bucket = BUCKET_OF_TERM[key]
  if (bucket === undefined || bucket === 'RUN') return []
  return losses.filter((loss) => loss.source === 'STATUS' && classifyPiece({ ...loss, isEffective: false }, setup).bucket === bucket)
}
