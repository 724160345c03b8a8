import { lossPareto } from '#engine/loss/lossPareto.ts'
import type { ParetoRow, ParetoType } from '#engine/loss/lossPareto.ts'
import { measurementUnitOf } from '#engine/output/measurementUnit.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { ClassificationEnum, LossAggregationTypeEnum, SortTypeEnum } from '#server/graphql/enums.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { checkedPage, MAX_PAGE_SIZE, pageType } from '#server/graphql/page.ts'
import type { PageRequest } from '#server/graphql/page.ts'
import { Refusal } from '#server/refusal.ts'
import { LossReasonRef, LossRef, lossReasonById } from './loss.graph.ts'
import { MeasurementUnitRef, WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { pageInvalidLosses } from './invalidLoss.store.ts'
import { LossesFilterInput, questionOf } from './lossFilter.schema.ts'
import type { LossesFilterArgs } from './lossFilter.schema.ts'
import type { LossFilter } from './lossFilter.store.ts'
import { filterByReasons } from './lossFilter.service.ts'
import { LOSS_ORDER_FIELDS, pageLosses, sumLosses, sumRejected, totalLosses } from './lossList.store.ts'
import type { LossOrderField, LossSums, RejectedSum } from './lossList.store.ts'
import type { Loss } from './lossRow.ts'

const LossOrderFieldEnum = builder.enumType('LossOrderField', { values: LOSS_ORDER_FIELDS })
const LossesPageRef = pageType('LossesPage', LossRef, { isBounded: true })

const ParetoRowRef = builder.objectRef<ParetoRow>('LossParetoRow').implement({
  fields: (t) => ({
    reasonId: t.int({ nullable: true, description: 'Null = losses without a reason.', resolve: (row) => row.reasonId }),
    reason: t.field({
      type: LossReasonRef,
      nullable: true,
      resolve: (row, _args, context) => (row.reasonId === null ? null : lossReasonById(context).load(row.reasonId)),
    }),
    classification: t.field({
      type: ClassificationEnum,
      description: 'Of those without a reason: CLASSIFIED = planned by their status.',
      resolve: (row) => row.classification,
    }),
    count: t.exposeInt('count'),
    duration: t.field({ type: 'Seconds', resolve: (row) => row.durationMs / 1000 }),
    averageDuration: t.field({ type: 'Seconds', resolve: (row) => row.durationMs / row.count / 1000 }),
    quantity: t.expose('quantity', { type: 'Decimal' }),
    share: t.exposeFloat('share', { description: 'Fraction of the whole, by the value that sorts the rows.' }),
    cumulativeShare: t.exposeFloat('cumulativeShare'),
  }),
})

const RejectedRef = builder.objectRef<RejectedSum>('RejectedQuantity').implement({
  fields: (t) => ({
    measurementUnit: t.field({ type: MeasurementUnitRef, resolve: ({ unit }) => measurementUnitOf(unit) }),
    quantity: t.field({ type: 'Decimal', resolve: ({ quantity }) => roundUnits(quantity) }),
  }),
})

/** What losses come to, and what to ask for the rest of it. */
type AskedSums = LossSums & { readonly filter: LossFilter }

const LossesTotalsRef = builder.objectRef<AskedSums>('LossesTotals').implement({
  fields: (t) => ({
    count: t.exposeInt('count'),
    unclassifiedCount: t.exposeInt('unclassifiedCount', { description: 'Those that wait for a reason.' }),
    duration: t.field({ type: 'Seconds', description: 'Of stops.', resolve: (sums) => sums.stoppedMs / 1000 }),
    explainedShare: t.float({
      nullable: true,
      description: 'Of the time of stops the part with a reason, or that their status explains; null without a stop.',
      resolve: ({ stoppedMs, explainedMs }) => (stoppedMs === 0 ? null : explainedMs / stoppedMs),
    }),
    rejected: t.field({
      type: [RejectedRef],
      description: 'Rejected units, of each measurement unit by itself.',
      resolve: ({ filter }, _args, context) => context.inTenant((tenant) => sumRejected(tenant, filter, context.now())),
    }),
  }),
})

/** Lost output by itself: what integrations read instead of the whole loss. */
const QualityLossRef = builder.objectRef<Loss>('QualityLoss').implement({
  fields: (t) => ({
    id: t.exposeInt('id'),
    quantity: t.expose('quantity', { type: 'Decimal', nullable: true }),
    comment: t.exposeString('comment', { nullable: true }),
    reasonId: t.int({ nullable: true, resolve: (loss) => loss.reasonId }),
    reason: t.field({
      type: LossReasonRef,
      nullable: true,
      resolve: (loss, _args, context) => (loss.reasonId === null ? null : lossReasonById(context).load(loss.reasonId)),
    }),
    workCenterId: t.int({ resolve: (loss) => loss.workCenterId }),
    workCenter: t.field({ type: WorkCenterRef, resolve: (loss, _args, context) => context.workCenter(loss.workCenterId) }),
    boxData: t.field({
      type: WorkCenterRef,
      deprecationReason: 'Use workCenter.',
      resolve: (loss, _args, context) => context.workCenter(loss.workCenterId),
    }),
  }),
})

builder.queryFields((t) => {
  const paged = {
    filter: t.arg({ type: LossesFilterInput }),
    orderBy: t.arg({ type: LossOrderFieldEnum, required: true, defaultValue: 'DATE' }),
    sort: t.arg({ type: SortTypeEnum, required: true, defaultValue: 'DESC' }),
    unclassifiedFirst: t.arg.boolean({ required: true, defaultValue: false, description: 'Those that wait for a reason come first.' }),
    page: t.arg.int({ required: true, defaultValue: 1 }),
    size: t.arg.int({ required: true, defaultValue: 10 }),
  }
  const id = t.arg.int({ required: true })
  return {
    lossesPages: t.field({
      type: LossesPageRef,
      authScopes: can('READ', 'LOSSES'),
      args: paged,
      resolve: (_root, args, context) => page(context, args.filter, args),
    }),
    lossesTotals: t.field({
      type: LossesTotalsRef,
      authScopes: can('READ', 'LOSSES'),
      description: 'What the valid losses of the filter come to.',
      args: { filter: t.arg({ type: LossesFilterInput }) },
      resolve: async (_root, { filter }, context) => {
        const question = await questionOf(context, filter)
        return await context.inTenant(async (tenant) => {
          const asked = await filterByReasons(tenant, question)
          return { ...(await sumLosses(tenant, asked, context.now())), filter: asked }
        })
      },
    }),
    eventsPage: t.field({
      type: LossesPageRef,
      authScopes: can('READ', 'LOSSES'),
      deprecationReason: 'Use lossesPages.',
      args: paged,
      resolve: (_root, args, context) => page(context, args.filter, args),
    }),
    loss: t.field({
      type: LossRef,
      nullable: true,
      authScopes: can('READ', 'LOSSES'),
      args: { id },
      resolve: (_root, args, context) => findLoss(context, args.id),
    }),
    event: t.field({
      type: LossRef,
      nullable: true,
      authScopes: can('READ', 'LOSSES'),
      deprecationReason: 'Use loss.',
      args: { id },
      resolve: (_root, args, context) => findLoss(context, args.id),
    }),
    qualityLosses: t.field({
      type: [QualityLossRef],
      authScopes: can('READ', 'LOSSES'),
      description: 'Losses of output, the newest first; at most a thousand.',
      args: { filter: t.arg({ type: LossesFilterInput }) },
      resolve: async (_root, { filter }, context) => [
        ...(await page(context, { ...filter, source: 'OUTPUT' }, { orderBy: 'DATE', sort: 'DESC', page: 1, size: MAX_PAGE_SIZE })).items,
      ],
    }),
    lossesPareto: t.field({
      type: [ParetoRowRef],
      authScopes: can('READ', 'LOSSES'),
      description: 'Losses by reason, the greatest first, and those without one by whether they need one.',
      args: {
        filter: t.arg({ type: LossesFilterInput }),
        type: t.arg({ type: LossAggregationTypeEnum, required: true, defaultValue: 'BY_DURATION' }),
        isClipped: t.arg.boolean({
          required: true,
          defaultValue: false,
          description: 'Counts of each loss only the part in the period of the filter, so that neighbouring periods add up.',
        }),
      },
      resolve: (_root, args, context) => pareto(context, args.filter, args),
    }),
  }
})

type ParetoArgs = { readonly type: ParetoType; readonly isClipped: boolean }
type OrderArgs = {
  readonly orderBy: LossOrderField
  readonly sort: 'ASC' | 'DESC' | 'NONE'
  readonly unclassifiedFirst?: boolean
}

async function page(context: RequestContext, args: LossesFilterArgs, request: PageRequest & OrderArgs) {
  const { page: number, size } = checkedPage(request)
  const question = await questionOf(context, args)
  const order = { field: request.orderBy, isDescending: request.sort !== 'ASC', isUnclassifiedFirst: request.unclassifiedFirst === true }
  const range = { limit: size, offset: (number - 1) * size }
  const found = await context.inTenant(async (tenant) =>
    args?.isValid === false
      ? await pageInvalidLosses(tenant, question, range)
      : await pageLosses(tenant, await filterByReasons(tenant, question), { ...range, order, now: context.now() }),
  )
  return { ...found, page: number, size }
}

/** Returns the loss if the caller sees it; refuses any other. */
export async function findLoss(context: RequestContext, id: number): Promise<Loss> {
  const [loss] = (await page(context, { ids: [id], isValid: id > 0 }, { orderBy: 'DATE', sort: 'DESC', page: 1, size: 1 })).items
  if (loss === undefined) throw new Refusal({ code: 'LOSS_NOT_FOUND', params: { id } })
  return loss
}

async function pareto(context: RequestContext, args: LossesFilterArgs, { type, isClipped }: ParetoArgs): Promise<readonly ParetoRow[]> {
  const question = await questionOf(context, args)
  const totals = await context.inTenant(async (tenant) =>
    totalLosses(tenant, await filterByReasons(tenant, question), context.now(), isClipped),
  )
  return lossPareto(totals, type)
}
