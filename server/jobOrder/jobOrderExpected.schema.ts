import { expectedBy } from '#engine/jobOrder/planWindow.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { builder } from '#server/graphql/builder.ts'
import { tenantLoader } from '#server/graphql/loader.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'
import { JobOrderRef } from './jobOrder.graph.ts'
import type { JobOrder } from './jobOrder.store.ts'
import { estimateOrders } from './jobOrderEstimate.service.ts'

const EstimateRef = builder.objectRef<Interval>('JobOrderEstimate').implement({
  description:
    'From when to when an order is worked on, by what is left of it, its speed and the shifts, after those before it in the queue.',
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime' }),
    end: t.expose('end', { type: 'DateTime' }),
  }),
})

const estimateOf = tenantLoader(async (tenant, ids: readonly JobOrderId[], { deps }) => [
  ...(await estimateOrders(tenant, ids, { shiftTimes: deps.shiftTimes, now: deps.now() })),
])

/** The shifts of all windows at a work center are looked for once. */
const expectedOf = tenantLoader(
  async (tenant, orders: readonly JobOrder[], { deps }) => {
    const shifts = new Map<WorkCenterId, readonly Interval[]>()
    const windowsOf = Map.groupBy(orders.flatMap(windowOf), ({ workCenterId }) => workCenterId)
    const shiftsOf = await deps.shiftTimes(tenant, [...windowsOf.keys()])
    for (const [id, windows] of windowsOf) {
      const [start, end] = [Math.min(...windows.map((one) => one.start)), Math.max(...windows.map((one) => one.end))]
      shifts.set(id, shiftsOf(id, { start, end }))
    }
    return orders.map((order) => {
      const [window] = windowOf(order)
      if (window === undefined || order.planOutput === null) return null
      return roundUnits(expectedBy(order.planOutput, window, deps.now(), shifts.get(window.workCenterId) ?? []))
    })
  },
  ({ id }) => id,
)

function windowOf({ planStart, planEnd, workCenterId }: JobOrder): readonly (Interval & { readonly workCenterId: WorkCenterId })[] {
  return planStart === null || planEnd === null || workCenterId === null ? [] : [{ start: planStart, end: planEnd, workCenterId }]
}

builder.objectFields(JobOrderRef, (t) => ({
  estimate: t.field({
    type: EstimateRef,
    nullable: true,
    description: 'Null for drafts and closed orders, and where a plan, a speed or shifts are missing, also of one before it in the queue.',
    resolve: ({ id }, _args, context) => estimateOf(context).load(id),
  }),
  expectedNow: t.field({
    type: 'Decimal',
    nullable: true,
    description: 'How much of the plan is due by now, by the scheduled time of its window; null without a plan, a window or a work center.',
    resolve: (order, _args, context) => expectedOf(context).load(order),
  }),
}))
