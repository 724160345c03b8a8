import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { LossSourceEnum } from '#server/graphql/enums.ts'
import { Refusal } from '#server/refusal.ts'
import { actorIn, UserRef, userById } from '#server/user/user.graph.ts'
import { acknowledgeHandover, closeShiftNote, isVisible, saveShiftNote } from './handover.service.ts'
import type { NoteWriter } from './handover.service.ts'
import { listOpenItems } from './handover.store.ts'
import type { HandoverSeen } from './handover.store.ts'
import { NoteOwnerEnum, ShiftNoteKindEnum, ShiftNoteRef, VIA_STATION } from './shiftNote.schema.ts'

const MAX_OPEN_ITEMS = 500
const OCCURRED_AT =
  'When it was said, at most 14 days ago, where a device sends it later; a shift that is not named is the one that ran then.'
const ACTING =
  'From a station: which of its people says it. Only operators who are assigned to the work centers may be named. Null: nobody, whatever the header says.'

const HandoverSeenRef = builder.objectRef<HandoverSeen>('HandoverSeen').implement({
  fields: (t) => ({
    workCenterId: t.int({ resolve: ({ workCenterId }) => workCenterId }),
    shiftStart: t.field({ type: 'DateTime', resolve: ({ start }) => start }),
    seenBy: t.field({ type: UserRef, nullable: true, resolve: ({ seenBy }, _args, context) => userById(context).load(seenBy) }),
    viaStation: t.field({
      type: UserRef,
      nullable: true,
      description: VIA_STATION,
      resolve: ({ viaStation }, _args, context) => (viaStation === null ? null : userById(context).load(viaStation)),
    }),
    seenOn: t.field({ type: 'DateTime', resolve: ({ seenOn }) => seenOn }),
  }),
})

const ShiftNoteInput = builder.inputType('ShiftNoteInput', {
  fields: (t) => ({
    id: t.int({ description: 'Of a note that its author corrects within 15 minutes of its arrival; then only the text changes.' }),
    version: t.int(),
    workCenterIds: t.intList({ description: 'Those it is for, 1 to 100; its shift is that of the first.' }),
    kind: t.field({ type: ShiftNoteKindEnum, defaultValue: 'NOTE' }),
    text: t.string({ required: true, description: '1 to 1000 characters.' }),
    shiftDate: t.field({ type: 'Date', description: 'Left out: the shift that runs, else the last one.' }),
    shiftId: t.field({ type: 'Short' }),
    lossSource: t.field({ type: LossSourceEnum }),
    lossStart: t.field({ type: 'DateTime' }),
    owner: t.field({ type: NoteOwnerEnum, description: 'Of an open item.' }),
    ownerId: t.field({ type: 'Guid' }),
    team: t.string({ description: '1 to 100 characters.' }),
    dueShiftDate: t.field({ type: 'Date', description: 'Of an open item. Left out: the next shift.' }),
    dueShiftId: t.field({ type: 'Short' }),
    occurredAt: t.field({ type: 'DateTime', description: OCCURRED_AT }),
    actingUserId: t.field({ type: 'Guid', description: ACTING }),
  }),
})

builder.queryFields((t) => ({
  openShiftItems: t.field({
    type: [ShiftNoteRef],
    authScopes: can('READ', 'SHIFTS'),
    description: 'Open items that nobody closed, the one due first ahead; at most 500.',
    args: { workCenterIds: t.arg.intList() },
    resolve: async (_root, args, context) => {
      const narrowed = await context.narrowed(args.workCenterIds)
      const visible = await context.visibleIds()
      const items = await context.inTenant((tenant) => listOpenItems(tenant, narrowed, MAX_OPEN_ITEMS))
      return items.filter((note) => isVisible(note, visible))
    },
  }),
}))

builder.mutationFields((t) => ({
  saveShiftNote: t.field({
    type: ShiftNoteRef,
    authScopes: can('READ', 'SHIFTS'),
    description: 'For people who may confirm, and for operators.',
    args: { input: t.arg({ type: ShiftNoteInput, required: true }), requestKey: t.arg({ type: 'Guid' }) },
    resolve: async (_root, { input, requestKey }, context) => {
      const { lossSource, lossStart } = input
      const change = {
        id: input.id ?? null,
        version: input.version ?? null,
        workCenterIds: input.workCenterIds ?? [],
        kind: input.kind ?? 'NOTE',
        text: input.text,
        shift: { date: input.shiftDate ?? null, shiftId: input.shiftId ?? null },
        loss: lossSource == null || lossStart == null ? null : { source: lossSource, start: lossStart },
        owner: input.owner ?? null,
        ownerId: input.ownerId == null ? null : asId<UserId>(input.ownerId),
        team: input.team ?? null,
        due: { date: input.dueShiftDate ?? null, shiftId: input.dueShiftId ?? null },
        at: input.occurredAt ?? null,
      }
      const request = requestKey == null ? null : { key: requestKey, operation: 'saveShiftNote', content: input }
      return await saveShiftNote(
        context.deps,
        writerIn(context, input.actingUserId, input.occurredAt),
        await context.visibleIds(),
        change,
        request,
      )
    },
  }),
  closeShiftNote: t.field({
    type: ShiftNoteRef,
    authScopes: can('READ', 'SHIFTS'),
    description: 'Says that an open item is done; with `isClosed: false` that it is open again.',
    args: { id: t.arg.int({ required: true }), version: t.arg.int(), isClosed: t.arg.boolean({ defaultValue: true }) },
    resolve: async (_root, args, context) =>
      closeShiftNote(context.deps, writerIn(context), await context.visibleIds(), {
        id: args.id,
        version: args.version ?? null,
        isClosed: args.isClosed ?? true,
      }),
  }),
  acknowledgeHandover: t.field({
    type: HandoverSeenRef,
    authScopes: can('READ', 'SHIFTS'),
    description: 'Says for the shift that runs, or the one named, that what was left for it was read. The first person stays.',
    args: {
      workCenterId: t.arg.int({ required: true }),
      shiftDate: t.arg({ type: 'Date' }),
      shiftId: t.arg({ type: 'Short' }),
      occurredAt: t.arg({ type: 'DateTime', description: OCCURRED_AT }),
      actingUserId: t.arg({ type: 'Guid', description: ACTING }),
    },
    resolve: async (_root, args, context) => {
      const { id } = await context.workCenter(args.workCenterId)
      if ((await context.visibleIds())?.has(id) === false) throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', params: { id } })
      const shift = { date: args.shiftDate ?? null, shiftId: args.shiftId ?? null }
      return await acknowledgeHandover(
        context.deps,
        writerIn(context, args.actingUserId, args.occurredAt),
        id,
        shift,
        args.occurredAt ?? null,
      )
    },
  }),
}))

function writerIn(context: RequestContext, actingUserId?: string | null, saidAt?: number | null): NoteWriter {
  return actorIn(context, actingUserId, saidAt)
}
