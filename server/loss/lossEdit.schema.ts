import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { ClassifyScopeEnum, SaidViaEnum } from '#server/graphql/enums.ts'
import { Refusal } from '#server/refusal.ts'
import { actorIn } from '#server/user/user.graph.ts'
import { LossRef } from './loss.graph.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import type { Editor } from './lossEditing.ts'
import { classifyLosses } from './loss.service.ts'
import type { LossChange } from './loss.service.ts'
import type { Loss } from './lossRow.ts'
import { mergeLosses } from './mergeLosses.service.ts'
import { howOf } from './saidHow.ts'
import { splitLoss } from './splitLoss.service.ts'
import type { LossSplit } from './splitLoss.service.ts'

const REASON = "Null removes a person's choice: rules decide again."
export const CODE = 'The code of an entry of lossCategories, instead of reasonId.'

export const VIA =
  'How the person came to the reason: a tile, a search or list, or for many at once. It decides which reasons are offered first.'
export const TILE_PLACE = 'The place of the tile, from 0.'
export const SHOWN_MS = 'For how many ms the tiles were shown before one was pressed.'

export const ACTING = 'From a station: which of its people says it. Only operators who are assigned to the work center may be named.'

export const BATCH = 'Made by the sender for one gesture: undoLossBatch takes it back, with all that gave way.'

export const REQUEST_KEY =
  'Made by the sender for one intent. Sent again with the same input, the same is answered and nothing is done twice.'

const UpdateLossInput = builder.inputType('UpdateLossInput', {
  fields: (t) => ({
    actingUserId: t.field({ type: 'Guid', description: ACTING }),
    id: t.int({ required: true }),
    categoryCode: t.string({ description: CODE }),
    comment: t.string(),
    copyOnward: t.boolean({ required: true, defaultValue: true, description: 'Later pieces of a stop that goes on take the reason, too.' }),
    isApproved: t.boolean({ defaultValue: false, description: 'Null leaves the approval as far as nothing else changes.' }),
    reasonId: t.int({ description: REASON }),
    scope: t.field({ type: ClassifyScopeEnum, required: true, defaultValue: 'LOSS' }),
    version: t.int(),
    via: t.field({ type: SaidViaEnum, description: VIA }),
    tilePlace: t.int({ description: TILE_PLACE }),
    shownMs: t.int({ description: SHOWN_MS }),
  }),
})

export const UpdateLossesInput = builder.inputType('UpdateLossesInput', {
  fields: (t) => ({
    actingUserId: t.field({ type: 'Guid', description: ACTING }),
    ids: t.intList({ required: true }),
    categoryCode: t.string({ description: CODE }),
    comment: t.string(),
    isApproved: t.boolean(),
    reasonId: t.int({ description: REASON }),
    versions: t.intList({ description: 'The versions that were seen, in the order of the ids.' }),
    via: t.field({ type: SaidViaEnum, description: VIA }),
    tilePlace: t.int({ description: TILE_PLACE }),
    shownMs: t.int({ description: SHOWN_MS }),
  }),
})

export const LossPieceInput = builder.inputType('LossPieceInput', {
  fields: (t) => ({ categoryCode: t.string({ description: CODE }), comment: t.string(), reasonId: t.int({ description: REASON }) }),
})

const LossShareInput = builder.inputType('LossShareInput', {
  fields: (t) => ({
    categoryCode: t.string({ description: CODE }),
    comment: t.string(),
    duration: t.field({ type: 'Seconds', description: 'Of lost speed: time, or a quantity.' }),
    quantity: t.field({ type: 'Decimal' }),
    reasonId: t.int({ description: REASON }),
  }),
})

const SplitLossInput = builder.inputType('SplitLossInput', {
  fields: (t) => ({
    actingUserId: t.field({ type: 'Guid', description: ACTING }),
    id: t.int({ required: true }),
    pieces: t.field({
      type: [LossPieceInput],
      description: 'Changes of the pieces of a stop, in order; missing = as before.',
    }),
    shares: t.field({ type: [LossShareInput], description: 'The parts of lost speed or output for other reasons.' }),
    splitPoints: t.field({ type: ['DateTime'], description: 'Where a stop is cut: inside it, on whole seconds.' }),
    version: t.int(),
    via: t.field({ type: SaidViaEnum, description: VIA }),
    tilePlace: t.int({ description: TILE_PLACE }),
    shownMs: t.int({ description: SHOWN_MS }),
  }),
})

const MergeLossesInput = builder.inputType('MergeLossesInput', {
  fields: (t) => ({
    actingUserId: t.field({ type: 'Guid', description: ACTING }),
    ids: t.intList({ required: true, description: 'Pieces of one stop in one shift, each beginning where another ends; 2 to 101.' }),
    categoryCode: t.string({ description: CODE }),
    comment: t.string({ description: 'Left out: what was written about the pieces, joined.' }),
    reasonId: t.int({ description: 'Left out: the reason that all pieces have.' }),
    versions: t.intList({ description: 'The versions that were seen, in the order of the ids.' }),
    via: t.field({ type: SaidViaEnum, description: VIA }),
    tilePlace: t.int({ description: TILE_PLACE }),
    shownMs: t.int({ description: SHOWN_MS }),
  }),
})

builder.mutationFields((t) => {
  const authScopes = can('UPDATE', 'LOSSES')
  const requestKey = t.arg({ type: 'Guid', description: REQUEST_KEY })
  const batchId = t.arg({ type: 'Guid', description: BATCH })
  const update = { input: t.arg({ type: UpdateLossInput, required: true }), batchId, requestKey }
  const split = { input: t.arg({ type: SplitLossInput, required: true }), batchId, requestKey }
  return {
    updateLoss: t.field({
      type: LossRef,
      authScopes,
      args: update,
      resolve: (_root, args, context) => one(context, args),
    }),
    updateEvent: t.field({
      type: LossRef,
      authScopes,
      deprecationReason: 'Use updateLoss.',
      args: update,
      resolve: (_root, args, context) => one(context, args),
    }),
    updateLosses: t.field({
      type: [LossRef],
      authScopes,
      description: 'Says the same about many losses, all or none.',
      args: { input: t.arg({ type: UpdateLossesInput, required: true }), batchId, requestKey },
      resolve: async (_root, { input, batchId: batch, requestKey: key }, context) => {
        const editor = { ...(await editorOf(context, input)), batchId: batch ?? null }
        return [...(await classifyLosses(context.deps, editor, changesOf(input), keyed('updateLosses', input, key)))]
      },
    }),
    splitLoss: t.field({ type: [LossRef], authScopes, args: split, resolve: (_root, args, context) => splitOne(context, args) }),
    splitEvents: t.field({
      type: [LossRef],
      authScopes,
      deprecationReason: 'Use splitLoss.',
      args: split,
      resolve: (_root, args, context) => splitOne(context, args),
    }),
    mergeLosses: t.field({
      type: LossRef,
      authScopes,
      description: 'Makes one loss of neighbouring pieces of a stop; splitting it again takes that back.',
      args: { input: t.arg({ type: MergeLossesInput, required: true }), batchId, requestKey },
      resolve: async (_root, { input, batchId: batch, requestKey: key }, context) => {
        const ids = [...new Set(input.ids)]
        requireVersions(input.versions, input.ids)
        const versions = ids.map((id) => input.versions?.[input.ids.indexOf(id)]).filter((version) => version !== undefined)
        const merge = { ids, versions, reasonId: reasonOf(input), comment: input.comment, how: howOf(input) }
        const editor = { ...(await editorOf(context, input)), batchId: batch ?? null }
        return await mergeLosses(context.deps, editor, merge, keyed('mergeLosses', input, key))
      },
    }),
  }
})

/** Returns who edits: the account, and the person whom a station names, as `actingIn` tells. */
export async function editorOf(context: RequestContext, { actingUserId, occurredAt }: Acting = {}): Promise<Editor> {
  const { actingUserId: acting, saidAt } = actorIn(context, actingUserId, occurredAt)
  return { member: context.member(), visible: await context.visibleIds(), actingUserId: acting, saidAt }
}

type Acting = { readonly actingUserId?: string | null | undefined; readonly occurredAt?: number | null | undefined }

/** Refuses versions that are not one for each id. */
function requireVersions(versions: readonly number[] | null | undefined, ids: readonly number[]): void {
  if (versions != null && versions.length !== ids.length)
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'versions', params: { min: ids.length, max: ids.length } })
}

/** Returns what the input says of each of the losses; the first of two that are the same counts. */
export function changesOf(input: typeof UpdateLossesInput.$inferInput): readonly LossChange[] {
  const { ids, versions, comment, isApproved } = input
  requireVersions(versions, ids)
  const how = { ...howOf(input), via: input.via ?? 'BULK' }
  const said = { reasonId: reasonOf(input), comment, isApproved, scope: 'LOSS', isCopiedOnward: true, how } as const
  return uniqueById(ids.map((id, at): LossChange => ({ ...said, id, version: versions?.[at] })))
}

function uniqueById(changes: readonly LossChange[]): readonly LossChange[] {
  const unique = new Map<number, LossChange>()
  for (const change of changes) if (!unique.has(change.id)) unique.set(change.id, change)
  return [...unique.values()]
}

type Keyed<Input> = {
  readonly input: Input
  readonly batchId?: string | null | undefined
  readonly requestKey?: string | null | undefined
}

/** Returns the request under the key that its sender made; null without one. */
export function keyed(operation: string, content: unknown, key: string | null | undefined): KeyedRequest | null {
  return key == null ? null : { key, operation, content }
}

async function one(
  context: RequestContext,
  { input, batchId = null, requestKey }: Keyed<typeof UpdateLossInput.$inferInput>,
): Promise<Loss> {
  const { id, comment, isApproved, version, scope, copyOnward: isCopiedOnward } = input
  const change: LossChange = { id, reasonId: reasonOf(input), comment, isApproved, version, scope, isCopiedOnward, how: howOf(input) }
  const editor = { ...(await editorOf(context, input)), batchId }
  const [loss] = await classifyLosses(context.deps, editor, [change], keyed('updateLoss', input, requestKey))
  if (loss === undefined) throw new Error(`the loss ${id} vanished while it was changed`)
  return loss
}

async function splitOne(
  context: RequestContext,
  { input, batchId = null, requestKey }: Keyed<typeof SplitLossInput.$inferInput>,
): Promise<Loss[]> {
  const split: LossSplit = {
    id: input.id,
    points: input.splitPoints ?? [],
    pieces: (input.pieces ?? []).map((piece) => ({ reasonId: reasonOf(piece), comment: piece.comment })),
    shares: (input.shares ?? []).map((share) => ({
      reasonId: reasonOf(share),
      comment: share.comment,
      ms: share.duration == null ? null : share.duration * 1000,
      units: share.quantity ?? null,
    })),
    version: input.version ?? null,
    how: howOf(input),
  }
  const editor = { ...(await editorOf(context, input)), batchId }
  return [...(await splitLoss(context.deps, editor, split, keyed('splitLoss', input, requestKey)))]
}

type Chosen = { readonly reasonId?: number | null | undefined; readonly categoryCode?: string | null | undefined }

/** Returns the reason by its id or by the code that lossCategories tells; undefined where neither is given. */
export function reasonOf({ reasonId, categoryCode }: Chosen): LossReasonId | null | undefined {
  if (reasonId !== undefined || categoryCode === undefined) return reasonId == null ? reasonId : asId<LossReasonId>(reasonId)
  if (categoryCode === null || categoryCode === '') return null
  const id = Number(categoryCode)
  if (!Number.isInteger(id) || id < 1 || id > MAX_ID)
    throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field: 'categoryCode', params: { id: categoryCode } })
  return asId<LossReasonId>(id)
}

const MAX_ID = 2_147_483_647
