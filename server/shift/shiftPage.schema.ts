import { kpisOf } from '#engine/oee/recordKpis.ts'
import { SHIFT_GRACE_MS } from '#engine/shift/shiftStatus.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { checkedOrder, checkedPage, orderInput, pageType } from '#server/graphql/page.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { ShiftRef, viewOf } from './shift.graph.ts'
import { explainedOf } from './shiftExplained.graph.ts'
import { countUnconfirmed, findNeighbour, listShifts } from './shift.store.ts'
import type { ShiftFilter, StoredShift } from './shift.store.ts'
import { listedShifts, ShiftsFilterInput } from './shiftFilter.schema.ts'

const ORDERS = ['DATE', 'EXPLAINED', 'OEE'] as const
type ShiftOrderField = (typeof ORDERS)[number]

const ShiftsPageRef = pageType('ShiftsPage', ShiftRef)
type ShiftsAround = { readonly previous: StoredShift | null; readonly next: StoredShift | null }
const ShiftsAroundRef = builder.objectRef<ShiftsAround>('ShiftsAround').implement({
  fields: (t) => ({
    previous: t.field({ type: ShiftRef, nullable: true, resolve: ({ previous }) => previous && viewOf(previous) }),
    next: t.field({ type: ShiftRef, nullable: true, resolve: ({ next }) => next && viewOf(next) }),
  }),
})
const ShiftsOrder = orderInput('ShiftsOrder', ORDERS)

builder.queryFields((t) => ({
  shift: t.field({
    type: ShiftRef,
    nullable: true,
    authScopes: can('READ', 'SHIFTS'),
    description:
      'The shift of the id, else the one of the work center, date and number. Null where the caller can see none, or none is named.',
    args: {
      id: t.arg.int(),
      workCenterId: t.arg.int(),
      shiftDate: t.arg({ type: 'Date' }),
      shiftId: t.arg({ type: 'Short', description: 'Its number in the schedule.' }),
    },
    resolve: async (_root, { id, workCenterId, shiftDate, shiftId }, context) => {
      const isNamed = workCenterId != null && shiftDate != null && shiftId != null
      const byId = id == null ? null : await oneShift(context, { ids: [id] }, null)
      if (byId !== null) return viewOf(byId)
      const named = isNamed ? await oneShift(context, { dateFrom: shiftDate, dateTo: shiftDate, shiftIds: [shiftId] }, workCenterId) : null
      return named && viewOf(named)
    },
  }),
  shiftsPages: t.field({
    type: ShiftsPageRef,
    authScopes: can('READ', 'SHIFTS'),
    description: 'Newest first, or in the order asked for. Shifts without the figure come last both ways.',
    args: {
      filter: t.arg({ type: ShiftsFilterInput }),
      order: t.arg({ type: ShiftsOrder }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      size: t.arg.int({ required: true, defaultValue: 50 }),
    },
    resolve: async (_root, args, context) => {
      const { page, size } = checkedPage(args)
      const order = checkedOrder(args.order, { field: 'DATE', isDescending: true })
      const sorted = await inOrder(context, await listedShifts(context, args.filter), order)
      return { page, size, totalItems: sorted.length, items: sorted.slice((page - 1) * size, page * size).map(viewOf) }
    },
  }),
  shiftsAround: t.field({
    type: ShiftsAroundRef,
    authScopes: can('READ', 'SHIFTS'),
    description: 'The shifts of a work center before and after the one that starts at the instant.',
    args: { workCenterId: t.arg.int({ required: true }), timeStart: t.arg({ type: 'DateTime', required: true }) },
    resolve: async (_root, { workCenterId, timeStart: start }, context) => {
      const { id } = await context.workCenter(workCenterId)
      const of = (side: 'after' | 'before') => context.inTenant((tenant) => findNeighbour(tenant, { workCenterId: id, start }, side))
      const [previous, next] = await Promise.all([of('before'), of('after')])
      return { previous, next }
    },
  }),
  unconfirmedShiftsCount: t.field({
    type: 'Int',
    authScopes: can('READ', 'SHIFTS'),
    description: 'How many shifts that are over wait for their confirmation.',
    args: { shiftDateFrom: t.arg({ type: 'Date', required: true }) },
    resolve: async (_root, { shiftDateFrom: dateFrom }, context) => {
      const workCenterIds = await context.narrowed(null)
      const endedBy = context.now() - SHIFT_GRACE_MS
      return await context.inTenant((tenant) => countUnconfirmed(tenant, { dateFrom, endedBy, workCenterIds }))
    },
  }),
}))

/** A number of the schedule stands for one shift of a date, also where the schedule changed on it. */
async function oneShift(context: RequestContext, filter: Partial<ShiftFilter>, workCenterId: number | null): Promise<StoredShift | null> {
  const workCenterIds = await context.narrowed(workCenterId === null ? null : [workCenterId])
  const none = { ids: null, start: null, end: null }
  const [shift] = await context.inTenant((tenant) => listShifts(tenant, { ...none, ...filter, workCenterIds }, 1))
  return shift ?? null
}

async function inOrder(
  context: RequestContext,
  shifts: readonly StoredShift[],
  { field, isDescending }: { readonly field: ShiftOrderField; readonly isDescending: boolean },
): Promise<readonly StoredShift[]> {
  // As the store reads them: newest first.
  if (field === 'DATE') return isDescending ? shifts : shifts.toReversed()
  const ids = [...new Set(shifts.map((shift) => shift.workCenterId))]
  const switches = new Map(await Promise.all(ids.map(async (id: WorkCenterId) => [id, await context.workCenter(id)] as const)))
  const valueOf = async (shift: StoredShift): Promise<number | null> =>
    field === 'EXPLAINED' ? await explainedOf(context, shift) : kpisOf(shift.terms, switches.get(shift.workCenterId)).oee
  const keyed = await Promise.all(shifts.map(async (shift) => ({ shift, value: await valueOf(shift) })))
  const sign = isDescending ? -1 : 1
  return keyed
    .toSorted((left, right) =>
      left.value === null || right.value === null
        ? Number(left.value === null) - Number(right.value === null)
        : sign * (left.value - right.value),
    )
    .map(({ shift }) => shift)
}
