import { asId } from '#engine/ids.ts'
import type { LossReasonId, UserId, WorkCenterId } from '#engine/ids.ts'
import { MAX_SPLIT_POINTS } from '#engine/loss/splitStop.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { LossSourceEnum, SaidViaEnum } from '#server/graphql/enums.ts'
import { Refusal } from '#server/refusal.ts'
import { LATE_OUTCOMES } from './lateLossEdit.service.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { annotationById, LossRef } from './loss.graph.ts'
import { editorOf, LossPieceInput, reasonOf, SHOWN_MS, TILE_PLACE, VIA } from './lossEdit.schema.ts'
import type { Editor } from './lossEditing.ts'
import { applyLossEdits, MAX_EDITS_AT_ONCE } from './lossEdits.service.ts'
import type { KeyedEdit, LossEditResult } from './lossEdits.service.ts'
import type { Loss } from './lossRow.ts'
import { howOf } from './saidHow.ts'

const LossEditOutcomeEnum = builder.enumType('LossEditOutcome', {
  description:
    'SUPERSEDED: the same person said something later. GONE: that time is no loss any more. HELD: not judged, since an earlier edit of the same stop waits for a person.',
  values: LATE_OUTCOMES,
})

const LossEditResultRef = builder.objectRef<LossEditResult>('LossEditResult').implement({
  description: 'What became of one edit.',
  fields: (t) => ({
    key: t.expose('key', { type: 'Guid' }),
    outcome: t.expose('outcome', { type: LossEditOutcomeEnum }),
    errorCode: t.string({
      nullable: true,
      description: 'As in `extensions.code` of an error.',
      resolve: ({ problem }) => problem?.code ?? null,
    }),
    errorField: t.string({ nullable: true, resolve: ({ problem }) => problem?.field ?? null }),
    loss: t.expose('loss', { type: LossRef, nullable: true, description: 'What is there now.' }),
    reasonBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'The person who gave the reason that is there now; null where a rule did, or nobody.',
      resolve: async ({ loss }, _args, context) => {
        const { by } = await reasonSaid(loss, context)
        return by === null ? null : await userById(context).load(by)
      },
    }),
    reasonAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was given; a device may have sent it later.',
      resolve: async ({ loss }, _args, context) => (await reasonSaid(loss, context)).at,
    }),
    commentBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'The person who wrote the comment that is there now.',
      resolve: async ({ loss }, _args, context) => {
        const { by } = await commentSaid(loss, context)
        return by === null ? null : await userById(context).load(by)
      },
    }),
    commentAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: async ({ loss }, _args, context) => (await commentSaid(loss, context)).at,
    }),
  }),
})

type Said = { readonly by: UserId | null; readonly at: number | null }
const NOBODY: Said = { by: null, at: null }

async function reasonSaid(loss: Loss | null, context: RequestContext): Promise<Said> {
  if (loss === null || loss.annotationId === null || loss.reasonSource !== 'MANUAL') return NOBODY
  const said = await annotationById(context).load(loss.annotationId)
  return said === null ? NOBODY : { by: said.reasonBy, at: said.saidAt ?? said.updatedOn.getTime() }
}

async function commentSaid(loss: Loss | null, context: RequestContext): Promise<Said> {
  if (loss === null || loss.annotationId === null || loss.comment === null) return NOBODY
  const said = await annotationById(context).load(loss.annotationId)
  return said === null ? NOBODY : { by: said.commentBy, at: said.commentAt }
}

const LossEditInput = builder.inputType('LossEditInput', {
  fields: (t) => ({
    key: t.field({
      type: 'Guid',
      required: true,
      description: 'Made for this edit when it was decided. Sent again, it gets the first outcome.',
    }),
    actingUserId: t.field({ type: 'Guid', description: 'From a station: who works there.' }),
    at: t.field({
      type: 'DateTime',
      description: "When it was decided, by the server's clock; null where the device does not know that clock.",
    }),
    workCenterId: t.int({ required: true }),
    source: t.field({ type: LossSourceEnum, required: true, defaultValue: 'STATUS' }),
    lossId: t.int({ description: 'As it was seen; losses are found by their time, since ids may change.' }),
    timeStart: t.field({ type: 'DateTime', required: true, description: 'The loss as it was seen.' }),
    timeEnd: t.field({ type: 'DateTime' }),
    baseVersion: t.int({ required: true }),
    baseReasonId: t.int(),
    baseReasonIds: t.intList({ description: 'The reasons of the pieces that become one, as they were seen.' }),
    reasonId: t.int({ description: "Null removes a person's choice; left out: nothing is said of it." }),
    comment: t.string(),
    cuts: t.field({ type: ['DateTime'], description: 'Where the stop is cut: inside it, on whole seconds.' }),
    pieces: t.field({ type: [LossPieceInput], description: 'Changes of the pieces of a stop that is cut, in order.' }),
    isMerge: t.boolean({ required: true, defaultValue: false, description: 'The pieces in that time become one.' }),
    via: t.field({ type: SaidViaEnum, description: VIA }),
    tilePlace: t.int({ description: TILE_PLACE }),
    shownMs: t.int({ description: SHOWN_MS }),
  }),
})

builder.mutationField('applyLossEdits', (t) =>
  t.field({
    type: [LossEditResultRef],
    authScopes: can('UPDATE', 'LOSSES'),
    description: `Applies what was decided while a device could not send it, each edit by itself and once for its key; at most ${MAX_EDITS_AT_ONCE}.`,
    args: { edits: t.arg({ type: [LossEditInput], required: true }) },
    resolve: async (_root, { edits }, context) => {
      const editor = await editorOf(context)
      const now = context.now()
      return [
        ...(await applyLossEdits(
          context.deps,
          editor,
          edits.map((edit, at) => ({ ...editOf(edit, at, now), editor: actingEditor(editor, edit) })),
        )),
      ]
    },
  }),
)

type Given = typeof LossEditInput.$inferInput

/** The edit as it is judged; an instant after now is now. */
function editOf(given: Given, index: number, now: number): KeyedEdit {
  const { key, source, lossId = null, timeStart: start, timeEnd: end = null, baseVersion, comment, isMerge } = given
  if (end !== null && end <= start)
    throw new Refusal({ code: 'LOSS_RANGE_EMPTY', field: `edits.${index}.timeEnd`, params: { from: start, to: end } })
  const cuts = given.cuts ?? []
  if (cuts.length > MAX_SPLIT_POINTS)
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: `edits.${index}.cuts`, params: { min: 0, max: MAX_SPLIT_POINTS } })
  const at = given.at == null ? null : Math.min(given.at, now)
  return {
    key,
    content: given,
    at,
    workCenterId: asId<WorkCenterId>(given.workCenterId),
    source,
    lossId,
    start,
    end,
    baseVersion,
    baseReasonIds: [given.baseReasonId ?? null, ...(given.baseReasonIds ?? [])].map((id) => (id === null ? null : asId<LossReasonId>(id))),
    reasonId: reasonOf(given),
    comment,
    cuts,
    pieces: (given.pieces ?? []).map((piece) => ({ reasonId: reasonOf(piece), comment: piece.comment })),
    isMerge,
    how: { ...howOf(given), saidAt: at },
  }
}

/** Who of a station's people said it then; whoever works there now has said nothing of it. */
function actingEditor(editor: Editor, { actingUserId, at }: Pick<Given, 'actingUserId' | 'at'>): Editor {
  const isOther = actingUserId != null && actingUserId !== editor.member.userId
  return { ...editor, actingUserId: isOther ? asId<UserId>(actingUserId) : null, saidAt: at ?? editor.saidAt ?? null }
}
