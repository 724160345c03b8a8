import type { WorkCenterId } from '#engine/ids.ts'
import { CARRIED_OFTEN, NOTE_OWNERS, SHIFT_NOTE_KINDS } from '#engine/shift/handover.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { LossSourceEnum } from '#server/graphql/enums.ts'
import { tenantLoader } from '#server/graphql/loader.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { countCarried } from './carriedItems.service.ts'
import { findPreviousStarts, listNotes, listSeen } from './handover.store.ts'
import type { DueShift, HandoverWindow, ShiftNote } from './handover.store.ts'
import { ShiftRef } from './shift.graph.ts'
import type { ShiftView } from './shift.graph.ts'

export const ShiftNoteKindEnum = builder.enumType('ShiftNoteKind', { values: SHIFT_NOTE_KINDS })
/** What the account of a station beside a person's name says. */
export const VIA_STATION = 'The account of the station where the person said it; null = their own.'
export const NoteOwnerEnum = builder.enumType('NoteOwner', { values: NOTE_OWNERS })

const windowKey = ({ workCenterId, start }: Pick<HandoverWindow, 'start' | 'workCenterId'>): string => `${workCenterId}@${start}`

/** All that is told of a shift with notes. */
const notesOf = tenantLoader(
  async (tenant, shifts: readonly { readonly workCenterId: WorkCenterId; readonly start: number; readonly end: number }[]) => {
    const previous = await findPreviousStarts(tenant, shifts)
    const windows = shifts.map((shift, index) => ({ ...shift, previousStart: previous[index] ?? shift.start }))
    const rows = Map.groupBy(await listNotes(tenant, windows), ({ key }) => windowKey(key))
    return windows.map((window) => (rows.get(windowKey(window)) ?? []).map(({ note }) => note))
  },
  windowKey,
)

const seenOf = tenantLoader(async (tenant, shifts: readonly { readonly workCenterId: WorkCenterId; readonly start: number }[]) => {
  const seen = new Map((await listSeen(tenant, shifts)).map((one) => [windowKey(one), one]))
  return shifts.map((shift) => seen.get(windowKey(shift)) ?? null)
}, windowKey)

/** How often an open item moved on, by the shifts of its first work center. */
const carriedOf = tenantLoader(
  async (tenant, notes: readonly ShiftNote[], { now }) => countCarried(tenant, notes, now()),
  ({ id }) => id,
)

export const DueShiftRef = builder.objectRef<DueShift>('DueShift').implement({
  fields: (t) => ({
    shiftId: t.field({ type: 'Short', resolve: ({ shiftId }) => shiftId }),
    shiftDate: t.field({ type: 'Date', resolve: ({ shiftDate }) => shiftDate }),
    name: t.string({ resolve: ({ name }, _args, { named }) => named(name) }),
    timeEnd: t.field({ type: 'DateTime', resolve: ({ end }) => end }),
  }),
})

export const ShiftNoteRef = builder.objectRef<ShiftNote>('ShiftNote').implement({
  description: 'What a person of a shift left for others. A confirmation does not freeze it.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    kind: t.expose('kind', { type: ShiftNoteKindEnum }),
    text: t.exposeString('text'),
    version: t.exposeInt('version', { description: 'To be given back with a change.' }),
    shiftId: t.field({ type: 'Short', resolve: ({ shift }) => shift.shiftId }),
    shiftDate: t.field({ type: 'Date', resolve: ({ shift }) => shift.shiftDate }),
    shiftName: t.string({ resolve: ({ shift }, _args, { named }) => named(shift.name) }),
    shiftStart: t.field({ type: 'DateTime', resolve: ({ shift }) => shift.start }),
    workCenters: t.field({
      type: [WorkCenterRef],
      description: 'Those it is for, as far as the caller may see them.',
      resolve: async ({ workCenterIds }, _args, context) => {
        const visible = await context.visibleIds()
        return await Promise.all(workCenterIds.filter((id) => visible === null || visible.has(id)).map((id) => context.workCenter(id)))
      },
    }),
    lossSource: t.field({ type: LossSourceEnum, nullable: true, resolve: ({ loss }) => loss?.source }),
    lossStart: t.field({ type: 'DateTime', nullable: true, resolve: ({ loss }) => loss?.start }),
    owner: t.field({ type: NoteOwnerEnum, nullable: true, resolve: ({ owner }) => owner }),
    ownerUser: t.field({
      type: UserRef,
      nullable: true,
      resolve: ({ ownerId }, _args, context) => (ownerId === null ? null : userById(context).load(ownerId)),
    }),
    team: t.exposeString('team', { nullable: true }),
    dueShift: t.field({ type: DueShiftRef, nullable: true, resolve: ({ due }) => due }),
    carriedCount: t.int({
      description: 'How often it moved on to a later shift since the one by which it was due.',
      resolve: (note, _args, context) => carriedOf(context).load(note),
    }),
    isCarriedOften: t.boolean({ resolve: async (note, _args, context) => (await carriedOf(context).load(note)) >= CARRIED_OFTEN }),
    createdBy: t.field({ type: UserRef, nullable: true, resolve: ({ createdBy }, _args, context) => userById(context).load(createdBy) }),
    viaStation: t.field({
      type: UserRef,
      nullable: true,
      description: VIA_STATION,
      resolve: ({ viaStation }, _args, context) => (viaStation === null ? null : userById(context).load(viaStation)),
    }),
    createdOn: t.field({ type: 'DateTime', resolve: ({ createdOn }) => createdOn }),
    correctedOn: t.field({ type: 'DateTime', nullable: true, resolve: ({ correctedOn }) => correctedOn }),
    closedBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: ({ closedBy }, _args, context) => (closedBy === null ? null : userById(context).load(closedBy)),
    }),
    closedOn: t.field({ type: 'DateTime', nullable: true, resolve: ({ closedOn }) => closedOn }),
  }),
})

const HandoverRef = builder.objectRef<ShiftView>('ShiftHandover').implement({
  description: 'What a shift found when it began.',
  fields: (t) => ({
    notes: t.field({
      type: [ShiftNoteRef],
      description: 'Notes and words on safety of the shift before, the oldest first.',
      resolve: async (view, _args, context) =>
        (await notesOfView(context, view)).filter(({ kind, shift }) => kind !== 'OPEN_ITEM' && shift.start < view.shift.start),
    }),
    openItems: t.field({
      type: [ShiftNoteRef],
      description: 'Items that were open when the shift began, the oldest first.',
      resolve: async (view, _args, context) =>
        (await notesOfView(context, view)).filter(({ kind, shift }) => kind === 'OPEN_ITEM' && shift.start < view.shift.start),
    }),
    seenBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'The first person of the shift who said that it was read.',
      resolve: async (view, _args, context) => {
        const seen = await seenOf(context).load(keyOf(view))
        return seen === null ? null : userById(context).load(seen.seenBy)
      },
    }),
    seenOn: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: async (view, _args, context) => (await seenOf(context).load(keyOf(view)))?.seenOn,
    }),
  }),
})

builder.objectFields(ShiftRef, (t) => ({
  notes: t.field({
    type: [ShiftNoteRef],
    description: 'Written in the shift, the oldest first.',
    resolve: async (view, _args, context) => (await notesOfView(context, view)).filter(({ shift }) => shift.start >= view.shift.start),
  }),
  handover: t.field({ type: HandoverRef, description: 'What the shift before left.', resolve: (view) => view }),
}))

function keyOf({ workCenterId, shift }: ShiftView): { readonly workCenterId: WorkCenterId; readonly start: number } {
  return { workCenterId, start: shift.start }
}

async function notesOfView(context: RequestContext, view: ShiftView): Promise<readonly ShiftNote[]> {
  return await notesOf(context).load({ ...keyOf(view), end: view.shift.end })
}
