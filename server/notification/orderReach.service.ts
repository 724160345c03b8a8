import type { CompanyId, JobOrderId } from '#engine/ids.ts'
import { madeOutput } from '#engine/jobOrder/orderOutput.ts'
import { nextReach } from '#engine/jobOrder/orderReach.ts'
import type { OrderReach } from '#engine/jobOrder/orderReach.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import type { TrustedClock } from '#server/event/trustedClock.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { listOrderOutput } from '#server/jobOrder/jobOrderOutput.store.ts'
import { markWorkCenters as markTasks } from '#server/task/taskMark.store.ts'
import { markWorkCenters as markNotifications } from './mark.store.ts'
import { endReach, listDueOrders, settleLooks, storeReach, takeDueLooks } from './orderReach.store.ts'
import type { DueOrder } from './orderReach.store.ts'

type Deps = { readonly database: Pick<Database, 'inSystem'>; readonly now: () => number }

const LOOK_EVERY_MS = 30 * SECOND_MS
const AT_A_TIME = 500
/** So many turns are one look: more than all orders of a large installation have in ten minutes. */
const MOST_TURNS = 40

/** Finds orders in progress that reached their plan, or do so no longer, and has people told and asked (domain.md T-4, AL-21). */
export async function lookAtOrders({ database, now }: Deps): Promise<void> {
  await database.inSystem(async (tx) => mark(tx, await endReach(tx, now()), now()))
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const count = await database.inSystem(async (tx) => {
      const at = now()
      const looks = await takeDueLooks(tx, at, AT_A_TIME)
      if (looks.length === 0) return 0
      // Read after they are held: what was changed by then is seen, and what is changed later makes them due again.
      const due = await listDueOrders(tx, looks)
      const next: { readonly companyId: CompanyId; readonly jobOrderId: JobOrderId; readonly lookAt: number }[] = []
      for (const [companyId, own] of Map.groupBy(due, (one) => one.companyId)) {
        const tenant = { companyId, tx }
        const made = await listOrderOutput(
          tenant,
          own.map(({ jobOrderId }) => jobOrderId),
        )
        const looked = own.map((order) => {
          const output = made.get(order.jobOrderId)
          const accepted = output === undefined ? 0 : madeOutput(output.alone, output.elsewhere).accepted
          return { ...order, next: nextReach(order.known, { made: accepted, plan: order.plan, startedAt: order.startedAt }, at) }
        })
        await storeReach(tenant, looked)
        next.push(...looked.map(({ jobOrderId, next: { lookAt } }) => ({ companyId, jobOrderId, lookAt })))
        await mark(tx, looked.flatMap(changedIn), at)
      }
      await settleLooks(tx, looks, next)
      return looks.length
    })
    if (count < AT_A_TIME) return
  }
}

/** Has it done by one process of all, at the time of the clock (domain.md AL-22). */
export function lookAtOrdersRegularly(
  jobs: Pick<Jobs, 'every'>,
  { database, clock }: Pick<Deps, 'database'> & { readonly clock: TrustedClock },
): void {
  jobs.every('ORDERS_REACHED', { next: (at) => at + LOOK_EVERY_MS }, async () => {
    await clock.judge()
    await lookAtOrders({ database, now: clock.now })
  })
}

type Place = Pick<DueOrder, 'companyId' | 'workCenterId'> & { readonly reachedAt: number }

/** Where what an order reached began, ended, or was taken back. */
function changedIn({ companyId, workCenterId, known, next }: DueOrder & { readonly next: OrderReach }): readonly Place[] {
  if ((known?.reachedAt ?? null) === next.reachedAt && (known?.endedAt ?? null) === next.endedAt) return []
  const reachedAt = Math.min(known?.reachedAt ?? Infinity, next.reachedAt ?? Infinity)
  return [{ companyId, workCenterId, reachedAt }]
}

async function mark(tx: Parameters<Parameters<Database['inSystem']>[0]>[0], places: readonly Place[], now: number): Promise<void> {
  const marks = places.map(({ companyId, workCenterId, reachedAt }) => ({ companyId, workCenterId, fromAt: Math.min(reachedAt, now) }))
  await markTasks(tx, marks, now)
  await markNotifications(
    tx,
    marks.map((one) => ({ ...one, fromAt: now, isAlways: true, hasNotices: true })),
    now,
  )
}
