import type { CompanyId, LossReasonId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { actOnOrder } from '#server/jobOrder/jobOrderAction.service.ts'
import type { OrderDeps } from '#server/jobOrder/orderDeps.ts'
import { outputToConfirm } from '#server/output/outputToConfirm.service.ts'
import type { ActBatch, OutputAct } from '#server/output/postAct.ts'
import type { ActMaterials } from '#server/output/postedMaterials.ts'
import { confirmOutput } from '#server/output/posting.service.ts'
import { correctConfirmation } from '#server/output/postingCancel.service.ts'
import { Refusal } from '#server/refusal.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { coilFor } from './crewCoil.ts'
import { findPosted } from './crewConfirm.store.ts'
import type { CrewPlace } from './crewOrders.store.ts'
import { listPaused, listWorkedShifts } from './crewPast.store.ts'
import type { EndedOrder } from './crewPast.store.ts'
import type { PastCrew } from './crewPast.ts'
import { shareOf } from './crewStory.ts'

/** Below it an order was paused to go on later, and nobody finishes it. */
const MADE_ENOUGH = 0.5
/** Of so many what was counted is confirmed as it is; of the others it is a little more or less. */
const SHARE_AS_COUNTED = 0.6
const OFF = 0.01
/** So many are forgotten, and so many are put right afterwards. */
const SHARE_FORGOTTEN = 0.03
const SHARE_CORRECTED = 0.03
const CORRECTED_TO = 0.98
/** Of so many rejects the reason is said. */
const SHARE_REASONED = 0.8
/** Before, the device may not have told all that it counted. */
const SAID_AFTER_MS = 2 * MINUTE_MS
const FORGOTTEN = 'The sheet of the shift is missing'
const CORRECTED = 'Counted again on the pallet'

/**
 * Lets the operators of a machine confirm what the orders made that gave way to another one, as they stood then: what was counted, or a little off it, rejects
 * mostly with a reason, and the material that it took. Then the orders are finished. Returns how many were; what somebody else changed meanwhile waits for
 * the next round.
 */
export async function confirmEnded(deps: OrderDeps, companyId: CompanyId, crew: PastCrew, place: CrewPlace): Promise<number> {
  const { paused, shifts } = await deps.database.inTenant(companyId, async (tenant) => {
    const all = await listPaused(tenant, place.workCenterId, crew.ids)
    const orders = all.filter(({ end }) => end <= deps.now() - SAID_AFTER_MS)
    const span = { start: orders.at(0)?.start ?? 0, end: deps.now() }
    return { paused: orders, shifts: orders.length === 0 ? [] : await listWorkedShifts(tenant, place.workCenterId, span) }
  })
  if (paused.length === 0) return 0
  const refold = () => deps.ingest.reload({ companyId, workCenterId: place.workCenterId }, { wait: true })
  const said: Confirmed[] = []
  for (const order of paused) {
    const at = Math.round(Math.min(deps.now(), order.end + SAID_AFTER_MS + 6 * shareOf(`${order.orderCode} said`) * MINUTE_MS))
    const worker = crew.inShift(shifts.findLast(({ start }) => start <= order.end)?.code ?? '') ?? crew.lead
    // Folded once, after all of them.
    const then = { ...deps, now: () => at, ingest: { ...deps.ingest, reload: () => Promise.resolve() } }
    const act = await unlessRefused(confirm(then, { order, place, worker, lead: crew.lead }))
    if (act !== null) said.push({ ...act, order, worker, deps: then })
  }
  if (said.length > 0) await refold()
  let finished = 0
  for (const { order, worker, deps: then, isForgotten, posting } of said) {
    if (posting !== null && shareOf(`${order.orderCode} corrected`) < SHARE_CORRECTED)
      await unlessRefused(correct({ ...then, ingest: deps.ingest }, worker, posting))
    const closed = { id: order.id, action: 'CLOSE', at: null, comment: isForgotten ? FORGOTTEN : null, source: 'SCREEN' } as const
    if ((await unlessRefused(actOnOrder(then, isForgotten ? crew.lead : worker, null, closed, null))) !== null) finished += 1
  }
  return finished
}

/** What was confirmed of an order: its first posting; null = its sheet was forgotten, or it was confirmed before. */
type Said = { readonly isForgotten: boolean; readonly posting: number | null }
type Confirmed = Said & { readonly order: EndedOrder; readonly worker: Membership; readonly deps: OrderDeps }
type Ended = {
  readonly order: EndedOrder
  readonly place: CrewPlace
  readonly worker: Membership
  readonly lead: Membership
}

/** Returns what was said of the output; null = the order goes on later. */
async function confirm(deps: OrderDeps, { order, place, worker, lead }: Ended): Promise<Said | null> {
  const key = order.orderCode
  const sheet = await deps.database.inTenant(lead.companyId, async (tenant) => {
    const [workCenter] = await findWorkCenters(tenant, [place.workCenterId])
    return workCenter === undefined
      ? null
      : await outputToConfirm(tenant, workCenter, { jobOrderId: order.id, segmentIds: null }, deps.now())
  })
  if (sheet === null) return null
  const { waiting, reasons } = sheet
  if (waiting.total + order.confirmed < MADE_ENOUGH * (order.planOutput ?? 0)) return null
  const isForgotten = shareOf(`${key} forgotten`) < SHARE_FORGOTTEN
  if (isForgotten || waiting.total === 0 || order.confirmed > 0) return { isForgotten, posting: null }
  const accepted = confirmedOf(key, waiting.accepted)
  const units = { accepted, rejected: Math.round(waiting.rejected), isLess: accepted < waiting.accepted }
  const free = reasons.filter(({ requireExtraNotes }) => !requireExtraNotes).map(({ id }) => id)
  const act = await actOf(deps, { order, place, lead }, { ...units, reasons: free })
  const { postingIds } = await confirmOutput(deps, worker, null, { ...act, at: null }, null)
  return { isForgotten: false, posting: postingIds[0] ?? null }
}

/** Somebody else was faster, or its shift is confirmed: the next round sees what is there. */
async function unlessRefused<Answer>(work: Promise<Answer>): Promise<Answer | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** People round, and miscount a little. */
function confirmedOf(key: string, counted: number): number {
  if (shareOf(`${key} as counted`) < SHARE_AS_COUNTED) return Math.round(counted)
  return Math.max(1, Math.round(counted * (1 - OFF + 2 * OFF * shareOf(`${key} off`))))
}

type Units = {
  readonly accepted: number
  readonly rejected: number
  /** The rest was not made. */
  readonly isLess: boolean
  readonly reasons: readonly LossReasonId[]
}

async function actOf(
  deps: OrderDeps,
  { order, place, lead }: Pick<Ended, 'lead' | 'order' | 'place'>,
  { accepted, rejected, isLess, reasons }: Units,
): Promise<OutputAct> {
  const key = order.orderCode
  const reasonId = reasons[Math.floor(shareOf(`${key} reason`) * reasons.length)]
  const isReasoned = rejected > 0 && reasonId !== undefined && shareOf(`${key} reasoned`) < SHARE_REASONED
  const coil = await coilFor(deps, lead, { place, quantity: accepted + rejected, key })
  const materials: ActMaterials = {
    consumptions: coil === null ? [] : [{ batch: 0, ...coil }],
    scraps: [],
    allowUncovered: true,
  }
  return {
    workCenterId: place.workCenterId,
    jobOrderId: order.id,
    batches: [batch('ACCEPTED', accepted), ...(rejected > 0 ? [batch('REJECTED', rejected)] : [])],
    reasons: isReasoned ? [{ reasonId, units: rejected, comment: null }] : [],
    segmentIds: null,
    cutsOpen: false,
    isClosing: isLess,
    comment: null,
    materials,
    isAutomatic: false,
    source: 'SCREEN',
  }
}

function batch(type: ActBatch['type'], units: number): ActBatch {
  return { type, units, batchCode: null, containerCode: null, batchTime: null }
}

/** The pallet was counted again, and had fewer. */
async function correct(deps: OrderDeps, worker: Membership, posting: number): Promise<void> {
  const counted = await deps.database.inTenant(worker.companyId, (tenant) => findPosted(tenant, posting))
  if (counted === null) return
  const { id, accepted, rejected } = counted
  const fewer = [
    batch('ACCEPTED', Math.max(1, Math.round(accepted * CORRECTED_TO))),
    ...(rejected > 0 ? [batch('REJECTED', rejected)] : []),
  ]
  const given = { isClosing: true, reasons: null, consumptions: null, scraps: null, allowUncovered: true, source: 'SCREEN' } as const
  await correctConfirmation(deps, worker, null, { ...given, id, comment: CORRECTED, batches: () => fewer }, null)
}
