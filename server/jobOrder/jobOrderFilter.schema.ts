import { isAssigned } from '#server/access/access.ts'
import { asId } from '#engine/ids.ts'
import type { Lateness } from '#engine/jobOrder/forecast/lateness.ts'
import type { ItemId, JobOrderId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { JobOrderStatusEnum } from '#server/graphql/enums.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { LatenessEnum } from './jobOrder.graph.ts'
import { IMPORT_CHANGE_KINDS } from '#engine/jobOrder/import/undoImport.ts'
import type { JobOrderFilter } from './jobOrderList.store.ts'
import { JobOrderSourceEnum } from './jobOrderType.schema.ts'

const ImportChangeEnum = builder.enumType('JobOrderImportChange', {
  description: 'What an import of a file did with an order; RECREATE = it planned anew what was left of one that it closed.',
  values: IMPORT_CHANGE_KINDS,
})

export const JobOrdersFilterInput = builder.inputType('JobOrdersFilter', {
  fields: (t) => ({
    orderCodeFilter: t.string({ description: 'Part of the order code or the external code.' }),
    search: t.string({ description: 'Part of a code, the description, or the name or SKU of the product; accents and case do not count.' }),
    period: t.field({
      type: PeriodInput,
      description: 'The plan window lies in it; without one the due date; without both a run or the creation.',
    }),
    statuses: t.field({ type: [JobOrderStatusEnum] }),
    workCenterIds: t.intList(),
    itemIds: t.intList(),
    ids: t.intList(),
    isOverdue: t.boolean({ description: 'true: due before now and not closed.' }),
    lateness: t.field({
      type: [LatenessEnum],
      description: 'Open orders with a due date that will come so late. In a large company the forecast of some seconds ago.',
    }),
    source: t.field({ type: JobOrderSourceEnum }),
    importId: t.int({
      description: 'Of an import of a file, by an integration or by a program: the orders that it made, changed or ended.',
    }),
    importChanges: t.field({
      type: [ImportChangeEnum],
      description: 'What that import did with them; without `importId` it says nothing.',
    }),
  }),
})

type FilterArgs = typeof JobOrdersFilterInput.$inferInput

/** Returns which orders the caller asks for, of those that they may see: operators within the quota, and no drafts (domain.md J-7). */
export async function filterOf(context: RequestContext, args: FilterArgs | null | undefined): Promise<JobOrderFilter> {
  const textOf = (text: string | null | undefined) => (text?.trim() ?? '') || null
  return {
    code: textOf(args?.orderCodeFilter),
    search: textOf(args?.search),
    period: args?.period == null ? null : checkedPeriod(args.period),
    statuses: args?.statuses ?? null,
    workCenterIds: await context.narrowed(args?.workCenterIds),
    itemIds: args?.itemIds?.map((id) => asId<ItemId>(id)) ?? null,
    ids: args?.ids?.map((id) => asId<JobOrderId>(id)) ?? null,
    source: args?.source ?? null,
    imported: args?.importId == null ? null : { id: args.importId, kinds: args.importChanges ?? null },
    openIds: args?.lateness == null ? null : await idsOfLateness(context, args.lateness),
    overdueAt: args?.isOverdue === true ? context.now() : null,
    isOperators: isAssigned(context.member()),
  }
}

async function idsOfLateness(context: RequestContext, wanted: readonly Lateness[]): Promise<readonly JobOrderId[]> {
  const { companyId } = context.member()
  const all = await context.deps.orderLateness(companyId, context.now())
  return [...all].flatMap(([id, lateness]) => (wanted.includes(lateness) ? [id] : []))
}
