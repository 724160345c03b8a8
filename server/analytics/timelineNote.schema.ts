import { MAX_TIMELINE_NOTE_LENGTH, NOTE_SHIFTS } from '#engine/analytics/timelineNote.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { datesAsked } from './analyticsDates.service.ts'
import { editTimelineNote, effectOfNote, timelineNotes, writeTimelineNote, type NoteEffect, type NoteSide } from './timelineNote.service.ts'
import { deleteTimelineNote, MAX_TIMELINE_NOTES, type TimelineNote } from './timelineNote.store.ts'

const NoteRef = builder.objectRef<TimelineNote>('TimelineNote').implement({
  description:
    'What a person wrote on the time axis of charts: of a work center, a group of them, or all of the company where both are null.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    text: t.exposeString('text'),
    start: t.field({ type: 'DateTime', resolve: ({ start }) => start }),
    end: t.field({ type: 'DateTime', nullable: true, description: 'null = of an instant.', resolve: ({ end }) => end }),
    dateFrom: t.field({
      type: 'Date',
      description: 'The date of the shift of its work center; else of the clock of the company.',
      resolve: ({ dateFrom }) => dateFrom,
    }),
    dateTo: t.field({ type: 'Date', description: 'Of its end, `dateFrom` of an instant.', resolve: ({ dateTo }) => dateTo }),
    workCenterId: t.exposeInt('workCenterId', { nullable: true }),
    groupId: t.exposeInt('groupId', { nullable: true }),
    reasonId: t.exposeInt('reasonId', { nullable: true }),
    author: t.field({ type: UserRef, nullable: true, resolve: ({ createdBy }, _args, context) => userById(context).load(createdBy) }),
  }),
})

const SideRef = builder.objectRef<NoteSide>('TimelineNoteSide').implement({
  description: 'The shifts on one side of a note.',
  fields: (t) => ({
    lostPerHour: t.exposeFloat('lostPerHour', {
      nullable: true,
      description: 'Minutes of each planned hour: of the reason of the note, else of all stops that lower OEE.',
    }),
    oee: t.exposeFloat('oee', { nullable: true, description: 'A fraction of 1.' }),
  }),
})

const EffectRef = builder.objectRef<NoteEffect>('TimelineNoteEffect').implement({
  description: 'Shifts before a note against as many since.',
  fields: (t) => ({
    shifts: t.exposeInt('shifts', {
      description: `Of each side, of all work centers together: up to ${NOTE_SHIFTS} of each, without those in which the note is.`,
    }),
    before: t.field({ type: SideRef, resolve: ({ before }) => before }),
    since: t.field({ type: SideRef, resolve: ({ since }) => since }),
  }),
})

const NoteInput = builder.inputType('TimelineNoteInput', {
  fields: (t) => ({
    text: t.string({ required: true, description: `Up to ${MAX_TIMELINE_NOTE_LENGTH} characters.` }),
    start: t.field({ type: 'DateTime', required: true }),
    end: t.field({ type: 'DateTime', description: 'After `start`; left out = of an instant.' }),
    workCenterId: t.int({ description: 'What it is about; left out with `groupId` = all of the company.' }),
    groupId: t.int({ description: 'Without effect beside a work center.' }),
    reasonId: t.int(),
  }),
})

builder.queryFields((t) => ({
  timelineNotes: t.field({
    type: [NoteRef],
    authScopes: can('READ', 'ANALYTICS'),
    description: `The notes of the shift dates, the earliest first, up to ${MAX_TIMELINE_NOTES}: those of the company, and those of any of the work centers and groups.`,
    args: {
      dateFrom: t.arg({ type: 'Date' }),
      dateTo: t.arg({ type: 'Date', description: 'The last date; by default both are of the last seven days that are over.' }),
      workCenterIds: t.arg.intList(),
      workCenterGroupIds: t.arg.intList(),
    },
    resolve: async (_root, { dateFrom, dateTo, workCenterIds, workCenterGroupIds }, context) => {
      const places = { workCenterIds: await context.narrowed(workCenterIds), groupIds: workCenterGroupIds ?? null }
      const asked = { first: dateFrom ?? null, last: dateTo ?? null }
      return context.inTenant(async (tenant) => [
        ...(await timelineNotes(tenant, places, await datesAsked(tenant, places.workCenterIds, asked, context.now()))),
      ])
    },
  }),
  timelineNoteEffect: t.field({
    type: EffectRef,
    authScopes: can('READ', 'ANALYTICS'),
    description: 'What was lost before a note and since, of the work centers that the caller sees; no shifts where none lie on both sides.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      const asked = { visible: await context.visibleIds(), now: context.now() }
      return context.inTenant((tenant) => effectOfNote(tenant, id, asked))
    },
  }),
}))

builder.mutationFields((t) => ({
  addTimelineNote: t.field({
    type: NoteRef,
    authScopes: can('MODIFY', 'ANALYTICS'),
    description: 'Writes a note on the time axis, which all see who read analytics of what it is about.',
    args: { input: t.arg({ type: NoteInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { text, start, end = null, workCenterId = null, groupId = null, reasonId = null } = input
      const place = workCenterId === null ? null : (await context.workCenter(workCenterId)).id
      const by = { userId: context.member().userId, at: new Date(context.now()) }
      return context.inTenant((tenant) => writeTimelineNote(tenant, by, { text, start, end, workCenterId: place, groupId, reasonId }))
    },
  }),
  updateTimelineNote: t.field({
    type: NoteRef,
    nullable: true,
    authScopes: can('MODIFY', 'ANALYTICS'),
    description:
      'Changes what a note says, when it was and what it is about, all of it; its author stays. Null = there is no such note any more.',
    args: { id: t.arg({ type: 'Guid', required: true }), input: t.arg({ type: NoteInput, required: true }) },
    resolve: async (_root, { id, input }, context) => {
      const { text, start, end = null, workCenterId = null, groupId = null, reasonId = null } = input
      const place = workCenterId === null ? null : (await context.workCenter(workCenterId)).id
      const visible = await context.visibleIds()
      return context.inTenant((tenant) =>
        editTimelineNote(tenant, id, visible, { text, start, end, workCenterId: place, groupId, reasonId }),
      )
    },
  }),
  deleteTimelineNote: t.boolean({
    authScopes: can('MODIFY', 'ANALYTICS'),
    description: 'Removes a note from the time axis; returns whether there was one.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: (_root, { id }, context) => context.inTenant((tenant) => deleteTimelineNote(tenant, id)),
  }),
}))
