import { asId } from '#engine/ids.ts'
import type { ItemId, WorkCenterId } from '#engine/ids.ts'
import { measuredSpeed } from '#engine/jobOrder/forecast/measuredSpeed.ts'
import type { MeasuredSpeed } from '#engine/jobOrder/forecast/measuredSpeed.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { builder } from '#server/graphql/builder.ts'
import { grouped, tenantLoader } from '#server/graphql/loader.ts'
import { ItemRef } from '#server/item/item.graph.ts'
import { listWorkedOrders } from './measuredSpeed.store.ts'

/** So many finished orders of a product at a work center are looked back at. */
const MOST_ORDERS = 50

type SpeedHere = MeasuredSpeed & { readonly workCenterId: WorkCenterId }

const MeasuredOrderRef = builder.objectRef<MeasuredSpeed['newest'][number]>('MeasuredOrder').implement({
  description: 'A finished order by how fast it was made.',
  fields: (t) => ({
    closedOn: t.expose('closedOn', { type: 'DateTime' }),
    cycleTime: t.field({
      type: 'Decimal',
      description: 'Seconds a unit while the machine ran.',
      resolve: ({ cycleMs }) => seconds(cycleMs),
    }),
    units: t.expose('units', { type: 'Decimal', description: 'What the machine counted.' }),
  }),
})

const MeasuredSpeedRef = builder.objectRef<SpeedHere>('MeasuredSpeed').implement({
  description: 'How fast a product was really made at a work center, by its last 50 finished orders there.',
  fields: (t) => ({
    workCenterId: t.int({ resolve: ({ workCenterId }) => workCenterId }),
    cycleTime: t.field({
      type: 'Decimal',
      description: 'The middle of them: seconds a unit while the machine ran.',
      resolve: ({ cycleMs }) => seconds(cycleMs),
    }),
    orders: t.exposeInt('orders', { description: 'So many orders it is from.' }),
    newest: t.field({ type: [MeasuredOrderRef], description: 'The last five, the newest first.', resolve: ({ newest }) => [...newest] }),
  }),
})

const speedsOf = tenantLoader(async (tenant, ids: readonly ItemId[], context) => {
  const visible = await context.visibleIds()
  const asked = { most: MOST_ORDERS, workCenterIds: visible && [...visible].map((id) => asId<WorkCenterId>(id)) }
  return grouped(
    ids,
    [
      ...Map.groupBy(await listWorkedOrders(tenant, ids, asked), ({ itemId, workCenterId }) => `${itemId} ${workCenterId}`).values(),
    ].flatMap((orders) => {
      const speed = measuredSpeed(orders)
      const [first] = orders
      return speed === null || first === undefined ? [] : [{ ...speed, itemId: first.itemId, workCenterId: first.workCenterId }]
    }),
    ({ itemId }) => itemId,
  )
})

builder.objectFields(ItemRef, (t) => ({
  measuredSpeeds: t.field({
    type: [MeasuredSpeedRef],
    description: 'How fast it was made so far, by work center.',
    resolve: ({ id }, _args, context) => speedsOf(context).load(id),
  }),
}))

function seconds(ms: number): number {
  return Math.round(ms) / SECOND_MS
}
