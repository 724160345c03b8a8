import { asId } from '#engine/ids.ts'
import type { BatchId, ItemId, JobOrderId, StockId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { checkedPage, pageType } from '#server/graphql/page.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { memberIn } from '#server/jobOrder/orderMember.graph.ts'
import { Refusal } from '#server/refusal.ts'
import type { Batch } from './batch.store.ts'
import type { Container } from './container.store.ts'
import { BatchRef, ContainerRef, MaterialConsumptionRef, ScanMatchRef, StockMovementRef, StockRef } from './material.graph.ts'
import { listStocks, listUncovered, pageBatches, pageContainers, pageMovements, pageStocks } from './materialList.store.ts'
import type { StockMovement } from './materialList.store.ts'
import { scan } from './scan.service.ts'
import type { Stock } from './stock.store.ts'

/** Above this a list without pages is not read; nothing is left out silently. */
const MAX_RESULTS = 1000

const BatchesPageRef = pageType<Batch>('BatchesPage', BatchRef, { isBounded: true })
const ContainersPageRef = pageType<Container>('ContainersPage', ContainerRef, { isBounded: true })
const StocksPageRef = pageType<Stock>('StocksPage', StockRef, { isBounded: true })
const StockMovementsPageRef = pageType<StockMovement>('StockMovementsPage', StockMovementRef, { isBounded: true })

builder.queryFields((t) => {
  const paging = { page: t.arg.int({ required: true, defaultValue: 1 }), size: t.arg.int({ required: true, defaultValue: 10 }) }
  return {
    stocks: t.field({
      type: [StockRef],
      authScopes: can('READ', 'OUTPUTS'),
      description: `What is left at the work center, or at all that the caller may see and at none. Refuses more than ${MAX_RESULTS}.`,
      args: {
        workCenterId: t.arg.int(),
        hasBalance: t.arg.boolean(),
        itemIds: t.arg.intList(),
        period: t.arg({ type: PeriodInput, description: 'Only where something moved in it.' }),
        skuFilter: t.arg.string({ description: 'Part of the SKU.' }),
        asOf: t.arg({ type: 'DateTime', description: 'The balance of then.' }),
      },
      resolve: async (_root, args, context) => {
        const place = args.workCenterId == null ? null : await context.workCenter(args.workCenterId)
        const filter = {
          workCenterId: place?.id ?? null,
          visible: await visiblePlaces(context),
          hasBalance: args.hasBalance ?? null,
          itemIds: itemIds(args.itemIds),
          batchIds: null,
          sku: textOrNull(args.skuFilter),
          period: args.period ?? null,
          asOf: args.asOf ?? null,
        }
        return bounded(await context.inTenant((tenant) => listStocks(tenant, filter, MAX_RESULTS + 1)))
      },
    }),
    stocksPages: t.field({
      type: StocksPageRef,
      authScopes: can('READ', 'OUTPUTS'),
      description:
        'What is left at the work centers, or at all that the caller may see and at none: by item and installation; what is installed nowhere is last, the oldest first.',
      args: {
        workCenterIds: t.arg.intList(),
        hasBalance: t.arg.boolean(),
        isInstalled: t.arg.boolean({ description: 'At a work center, or at none.' }),
        itemIds: t.arg.intList(),
        skuFilter: t.arg.string({ description: 'Part of the SKU.' }),
        ...paging,
      },
      resolve: async (_root, args, context) => {
        const range = checkedPage(args)
        const filter = {
          workCenterId: null,
          workCenterIds: args.workCenterIds == null ? null : await context.narrowed(args.workCenterIds),
          visible: await visiblePlaces(context),
          hasBalance: args.hasBalance ?? null,
          isInstalled: args.isInstalled ?? null,
          itemIds: itemIds(args.itemIds),
          batchIds: null,
          sku: textOrNull(args.skuFilter),
          period: null,
          asOf: null,
        }
        return { ...range, ...(await context.inTenant((tenant) => pageStocks(tenant, filter, range))) }
      },
    }),
    batches: t.field({
      type: BatchesPageRef,
      authScopes: can('READ', 'OUTPUTS'),
      description: 'The batches of the company, the newest first, also those that are installed nowhere.',
      args: {
        search: t.arg.string({ description: 'Part of code, bar code, or name or SKU of the item.' }),
        itemIds: t.arg.intList(),
        ids: t.arg.intList(),
        hasBalance: t.arg.boolean(),
        ...paging,
      },
      resolve: async (_root, args, context) => {
        const range = checkedPage(args)
        const ids = args.ids?.map((id) => asId<BatchId>(id)) ?? null
        const filter = { search: textOrNull(args.search), itemIds: itemIds(args.itemIds), ids, hasBalance: args.hasBalance ?? null }
        return { ...range, ...(await context.inTenant((tenant) => pageBatches(tenant, filter, range))) }
      },
    }),
    containers: t.field({
      type: ContainersPageRef,
      authScopes: can('READ', 'OUTPUTS'),
      description: 'The containers of the company by code.',
      args: { search: t.arg.string({ description: 'Part of the code.' }), isOccupied: t.arg.boolean(), ...paging },
      resolve: async (_root, args, context) => {
        const range = checkedPage(args)
        const filter = { search: textOrNull(args.search), isOccupied: args.isOccupied ?? null }
        return { ...range, ...(await context.inTenant((tenant) => pageContainers(tenant, filter, range))) }
      },
    }),
    stockMovements: t.field({
      type: StockMovementsPageRef,
      authScopes: can('READ', 'OUTPUTS'),
      description: 'What changed in stocks, the newest first.',
      args: {
        stockId: t.arg.int(),
        workCenterId: t.arg.int(),
        itemIds: t.arg.intList(),
        batchIds: t.arg.intList(),
        period: t.arg({ type: PeriodInput }),
        ...paging,
      },
      resolve: async (_root, args, context) => {
        const range = checkedPage(args)
        const place = args.workCenterId == null ? null : await context.workCenter(args.workCenterId)
        const filter = {
          stockId: args.stockId == null ? null : asId<StockId>(args.stockId),
          workCenterId: place?.id ?? null,
          visible: await visiblePlaces(context),
          itemIds: itemIds(args.itemIds),
          batchIds: args.batchIds?.map((id) => asId<BatchId>(id)) ?? null,
          period: args.period ?? null,
        }
        return { ...range, ...(await context.inTenant((tenant) => pageMovements(tenant, filter, range))) }
      },
    }),
    uncoveredConsumptions: t.field({
      type: [MaterialConsumptionRef],
      authScopes: can('READ', 'OUTPUTS'),
      description: `Material that output took and no batch covers, the oldest first. Refuses more than ${MAX_RESULTS}.`,
      args: {
        workCenterIds: t.arg.intList(),
        jobOrderIds: t.arg.intList(),
        period: t.arg({ type: PeriodInput, description: 'Only of output that was made in it.' }),
      },
      resolve: async (_root, args, context) => {
        const filter = {
          workCenterIds: await context.narrowed(args.workCenterIds),
          jobOrderIds: args.jobOrderIds?.map((id) => asId<JobOrderId>(id)) ?? null,
          period: args.period == null ? null : checkedPeriod(args.period),
        }
        return bounded(await context.inTenant((tenant) => listUncovered(tenant, filter, MAX_RESULTS + 1)))
      },
    }),
    scan: t.field({
      type: [ScanMatchRef],
      authScopes: can('UPDATE', 'OUTPUTS'),
      description: 'All that the text can mean: container, batch, order, product or device. None = an unknown code, several = a choice.',
      args: {
        text: t.arg.string({ required: true, description: '1 to 80 characters; case does not count.' }),
        workCenterId: t.arg.int({ description: 'Orders of this work center stand before others.' }),
      },
      resolve: async (_root, { text, workCenterId }, context) => {
        const place = workCenterId == null ? null : await context.workCenter(workCenterId)
        return [...(await scan(context.deps, memberIn(context), await context.visibleIds(), { text, workCenterId: place?.id ?? null }))]
      },
    }),
  }
})

async function visiblePlaces(context: RequestContext) {
  return await context.narrowed(null)
}

function bounded<Row>(rows: readonly Row[]): Row[] {
  if (rows.length > MAX_RESULTS) throw new Refusal({ code: 'TOO_MANY_RESULTS', params: { max: MAX_RESULTS } })
  return [...rows]
}

function itemIds(ids: readonly number[] | null | undefined): readonly ItemId[] | null {
  return ids?.map((id) => asId<ItemId>(id)) ?? null
}

function textOrNull(text: string | null | undefined): string | null {
  return text?.trim() || null
}
