import { asId } from '#engine/ids.ts'
import type { BatchId, ContainerId, ItemId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { ACTING, keyed, memberIn, REQUEST_KEY } from '#server/jobOrder/orderMember.graph.ts'
import { createBatch } from './batch.service.ts'
import { coverConsumption, emptyContainer } from './cover.service.ts'
import { BatchRef, ContainerRef, StockRef } from './material.graph.ts'
import { adjustStock, chargeOffBatch, installBatch, uninstallBatch } from './stock.service.ts'

builder.mutationFields((t) => {
  const requestKey = t.arg({ type: 'Guid', description: REQUEST_KEY })
  const OCCURRED =
    'When it was done, where a device sends it later: at most 14 days ago. Batches are used up in the order in which they were installed.'
  const occurredAt = t.arg({ type: 'DateTime', description: OCCURRED })
  const keys = { requestKey, actingUserId: t.arg({ type: 'Guid', description: ACTING }) }
  return {
    createBatch: t.field({
      type: BatchRef,
      authScopes: can('UPDATE', 'OUTPUTS'),
      description: 'Receives material as a batch, and installs it at once where a work center is named.',
      args: {
        itemId: t.arg.int({ required: true }),
        code: t.arg.string({ required: true, description: '1 to 80 characters, no two of the item alike.' }),
        barCode: t.arg.string({ description: 'Left out: the code.' }),
        quantity: t.arg({ type: 'Decimal', required: true, description: 'Above 0, with six places, in the unit of the item.' }),
        expiresOn: t.arg({ type: 'Date' }),
        workCenterId: t.arg.int(),
        ...keys,
      },
      resolve: async (_root, { requestKey: key, actingUserId, ...args }, context) => {
        const place = args.workCenterId == null ? null : await context.workCenter(args.workCenterId)
        const received = {
          itemId: asId<ItemId>(args.itemId),
          code: args.code,
          barCode: args.barCode ?? null,
          quantity: args.quantity,
          expiresOn: args.expiresOn ?? null,
          workCenterId: place?.id ?? null,
        }
        return await createBatch(
          context.deps,
          memberIn(context, actingUserId),
          await context.visibleIds(),
          received,
          keyed('createBatch', key, args),
        )
      },
    }),
    installBatch: t.field({
      type: StockRef,
      authScopes: can('UPDATE', 'OUTPUTS'),
      description: 'Moves a batch, or a part of it, to the work center. The batch is named by its id or by the code that was scanned.',
      args: {
        batchId: t.arg.int(),
        code: t.arg.string(),
        workCenterId: t.arg.int({ required: true }),
        quantity: t.arg({ type: 'Decimal', description: 'Left out: all of it that is installed nowhere.' }),
        occurredAt,
        ...keys,
      },
      resolve: async (_root, { requestKey: key, actingUserId, occurredAt: saidAt, ...args }, context) => {
        const { id: workCenterId } = await context.workCenter(args.workCenterId)
        const asked = {
          batchId: args.batchId == null ? null : asId<BatchId>(args.batchId),
          code: args.code ?? null,
          workCenterId,
          quantity: args.quantity ?? null,
        }
        return await installBatch(
          context.deps,
          memberIn(context, actingUserId, saidAt),
          await context.visibleIds(),
          asked,
          keyed('installBatch', key, args),
        )
      },
    }),
    uninstallBatch: t.field({
      type: StockRef,
      authScopes: can('UPDATE', 'OUTPUTS'),
      description: 'Takes what is left of the batch away from the work center; its balance is kept.',
      args: { batchId: t.arg.int({ required: true }), workCenterId: t.arg.int({ required: true }), occurredAt, ...keys },
      resolve: async (_root, { requestKey: key, actingUserId, occurredAt: saidAt, ...args }, context) => {
        const { id: workCenterId } = await context.workCenter(args.workCenterId)
        const member = memberIn(context, actingUserId, saidAt)
        const asked = { batchId: asId<BatchId>(args.batchId), workCenterId }
        return await uninstallBatch(context.deps, member, await context.visibleIds(), asked, keyed('uninstallBatch', key, args))
      },
    }),
    chargeOffBatch: t.field({
      type: StockRef,
      authScopes: can('UPDATE', 'OUTPUTS'),
      description: 'Takes so much of the batch off, no more than there is.',
      args: {
        batchId: t.arg.int({ required: true }),
        workCenterId: t.arg.int({ description: 'Left out: of what is installed nowhere.' }),
        balance: t.arg({ type: 'Decimal', required: true, description: 'How much is taken off, above 0.' }),
        comment: t.arg.string({ description: 'Up to 2000 characters.' }),
        occurredAt,
        ...keys,
      },
      resolve: async (_root, { requestKey: key, actingUserId, occurredAt: saidAt, ...args }, context) => {
        const place = args.workCenterId == null ? null : await context.workCenter(args.workCenterId)
        const member = memberIn(context, actingUserId, saidAt)
        const { balance } = args
        const asked = { batchId: asId<BatchId>(args.batchId), workCenterId: place?.id ?? null, balance, comment: args.comment ?? null }
        return await chargeOffBatch(context.deps, member, await context.visibleIds(), asked, keyed('chargeOffBatch', key, args))
      },
    }),
    adjustStock: t.field({
      type: StockRef,
      authScopes: can('MODIFY', 'OUTPUTS'),
      description: 'Sets the balance after a count.',
      args: {
        itemId: t.arg.int({ required: true }),
        batchId: t.arg.int(),
        workCenterId: t.arg.int({ description: 'Left out: of what is installed nowhere.' }),
        newBalance: t.arg({ type: 'Decimal', required: true, description: '0 or more.' }),
        comment: t.arg.string({ required: true, description: '3 to 2000 characters.' }),
        requestKey,
      },
      resolve: async (_root, { requestKey: key, ...args }, context) => {
        const place = args.workCenterId == null ? null : await context.workCenter(args.workCenterId)
        const asked = {
          itemId: asId<ItemId>(args.itemId),
          batchId: args.batchId == null ? null : asId<BatchId>(args.batchId),
          workCenterId: place?.id ?? null,
          newBalance: args.newBalance,
          comment: args.comment,
        }
        return await adjustStock(context.deps, memberIn(context), await context.visibleIds(), asked, keyed('adjustStock', key, args))
      },
    }),
    coverConsumption: t.field({
      type: 'Decimal',
      authScopes: can('UPDATE', 'OUTPUTS'),
      description:
        'Covers a consumption by a batch and answers how much of it; what the batch does not hold stays uncovered. Not for operators.',
      args: { id: t.arg.int({ required: true }), batchId: t.arg.int({ required: true }), requestKey },
      resolve: async (_root, { requestKey: key, ...args }, context) => {
        const asked = { id: args.id, batchId: asId<BatchId>(args.batchId) }
        return await coverConsumption(
          context.deps,
          memberIn(context),
          await context.visibleIds(),
          asked,
          keyed('coverConsumption', key, args),
        )
      },
    }),
    emptyContainer: t.field({
      type: ContainerRef,
      authScopes: can('UPDATE', 'OUTPUTS'),
      description: 'Frees the container; what was in it stays in stock.',
      args: { id: t.arg.int({ required: true }), ...keys },
      resolve: async (_root, { requestKey: key, actingUserId, ...args }, context) =>
        await emptyContainer(context.deps, memberIn(context, actingUserId), asId<ContainerId>(args.id), keyed('emptyContainer', key, args)),
    }),
  }
})
