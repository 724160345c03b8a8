import { problemOfRunEnd, SHORTEST_RUN_MS } from '#engine/jobOrder/runTimes.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { JobOrder } from './jobOrder.store.ts'
import { listOrderEvents } from './jobOrderEvent.store.ts'
import type { JobOrderEventSource, NewJobOrderEvent, OrderWriter, RunChange } from './jobOrderEvent.store.ts'
import { endRun, listRunsOf, removeRun, startRun } from './jobRun.store.ts'
import type { StoredRun } from './jobRun.store.ts'
import { requireOrder } from './visibleOrder.ts'

/** Everything that one act changes, gathered before it is written. */
export type Gathered = {
  readonly tenant: Tenant
  readonly by: OrderWriter
  readonly act: string
  readonly at: number
  readonly source: JobOrderEventSource
  /** What the person said of the order that was meant; the others that end with it get none. */
  readonly comment: { readonly id: JobOrderId; readonly text: string } | null
  readonly details: NewJobOrderEvent['details']
  /** Since when figures change: that of the act, or of a run that it removes. */
  from: number
  readonly events: NewJobOrderEvent[]
}

/** Refuses more orders in progress than the work center may have; `staying` go on beside the one that starts. */
export async function requireRoom(tenant: Tenant, place: WorkCenterId, staying: readonly Pick<StoredRun, 'jobOrderId'>[]): Promise<void> {
  const [workCenter] = await findWorkCenters(tenant, [place])
  const max = workCenter?.maxParallelOrders ?? null
  if (max === null || staying.length < max) return
  const codes = await Promise.all(staying.map(async ({ jobOrderId }) => (await requireOrder(tenant, jobOrderId)).orderCode))
  throw new Refusal({ code: 'PARALLEL_ORDERS_FULL', params: { max, orderCodes: codes.join(', ') } })
}

/** Returns the run that begins; refuses one that meets another of the order. */
export async function begin({ tenant, at, by }: Gathered, order: JobOrder, place: WorkCenterId): Promise<RunChange> {
  const own = await listRunsOf(tenant, [order.id])
  if (own.some(({ end }) => end === null || end > at))
    throw new Refusal({ code: 'RUN_OVERLAP', field: 'at', params: { orderCode: order.orderCode } })
  const run = { jobOrderId: order.id, workCenterId: place, start: at }
  await startRun(tenant, run, by)
  return { ...run, before: null }
}

/** Returns the status of an order that was stopped: of which no run is left, that is what it was before it was started (domain.md J-3). */
export async function stoppedStatus(tenant: Tenant, id: JobOrderId, status: JobOrder['status']): Promise<JobOrder['status']> {
  if ((await listRunsOf(tenant, [id])).length > 0) return status
  const started = (await listOrderEvents(tenant, [id])).find(({ kind, undoneOn }) => kind === 'STARTED' && undoneOn === null)
  return started?.fromStatus ?? status
}

/** Returns what ending those of the runs that go on changes; one that would be shorter than a second is removed (domain.md J-3). */
export async function endOpenRuns(gathered: Gathered, runs: readonly StoredRun[]): Promise<readonly RunChange[]> {
  const { tenant, at, by } = gathered
  const changes: RunChange[] = []
  for (const run of runs.filter(({ end }) => end === null)) {
    const problem = problemOfRunEnd(run, at)
    if (problem !== null)
      throw new Refusal({ ...problem, params: { ...problem.params, orderCode: (await requireOrder(tenant, run.jobOrderId)).orderCode } })
    const isRemoved = at - run.start < SHORTEST_RUN_MS
    await (isRemoved ? removeRun(tenant, run) : endRun(tenant, run, at, by))
    if (isRemoved) gathered.from = Math.min(gathered.from, run.start)
    changes.push({ jobOrderId: run.jobOrderId, workCenterId: run.workCenterId, start: run.start, before: run })
  }
  return changes
}
