import { completeShifts, ownerOfShifts } from '#engine/shift/completeShifts.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { Refusal } from '#server/refusal.ts'
import { schedulesOf } from './shift.service.ts'
import type { ScheduledShift } from './shift.service.ts'
import { saveExceptions } from './shiftException.service.ts'
import { listExceptions } from './shiftException.store.ts'
import type { StoredException } from './shiftException.store.ts'
import { endSchedule, saveSchedule } from './shiftSchedule.service.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const WALL_TIME = 'HH:mm in the zone of the schedule.'

const ShiftScheduleRef = builder.objectRef<ScheduledShift>('ShiftSchedule').implement({
  description: 'A shift of the schedule that holds now or comes next.',
  fields: (t) => ({
    shiftId: t.expose('shiftId', { type: 'Short', description: 'The same in all versions of the schedule.' }),
    code: t.exposeString('code', { description: 'One character.' }),
    name: t.string({ resolve: (shift, _args, { named }) => named(shift.name) }),
    timeStart: t.exposeString('timeStart', { description: WALL_TIME }),
    timeEnd: t.exposeString('timeEnd', { description: `${WALL_TIME} Not after \`timeStart\` = on the next day.` }),
    weekdays: t.intList({
      description: 'The days on which it starts, 1 Monday to 7 Sunday.',
      resolve: (shift) => [...(shift.weekdays ?? EVERY_DAY)],
    }),
    timeZone: t.exposeString('zone', { description: 'Such as Europe/Kyiv.' }),
    startOffsetUtc: t.field({
      type: 'Seconds',
      description: 'Its start today, since midnight UTC.',
      resolve: (shift) => shift.startOffsetMs / 1000,
    }),
    endOffsetUtc: t.field({
      type: 'Seconds',
      description: 'Its end today, since midnight UTC.',
      resolve: (shift) => shift.endOffsetMs / 1000,
    }),
    startOffset: t.field({ type: 'Seconds', deprecationReason: 'Use startOffsetUtc.', resolve: (shift) => shift.startOffsetMs / 1000 }),
    endOffset: t.field({ type: 'Seconds', deprecationReason: 'Use endOffsetUtc.', resolve: (shift) => shift.endOffsetMs / 1000 }),
    isCurrent: t.exposeBoolean('isCurrent', { description: 'Whether it runs now.' }),
    workCenterId: t.exposeInt('workCenterId', { description: "0 = the company's." }),
    validFrom: t.expose('validFrom', { type: 'DateTime', description: 'When its version of the schedule comes into force.' }),
    version: t.expose('newest', {
      type: 'DateTime',
      description: 'Of the schedule of the asked owner; to be given back when it is saved.',
    }),
  }),
})

const ShiftExceptionRef = builder.objectRef<StoredException>('ShiftException').implement({
  description: 'A holiday, on which no shift starts, or an extra working day, on which all do.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The day on which shifts start.' }),
    isWorking: t.exposeBoolean('isWorking', { description: 'An extra working day; else a holiday.' }),
    name: t.exposeString('name', { description: 'The name of the day; may be empty.' }),
    workCenterId: t.exposeInt('workCenterId', { description: "0 = the company's, which holds for all its work centers." }),
  }),
})

const ShiftInput = builder.inputType('ShiftInput', {
  description: 'A shift as somebody wants it; two of one owner may not overlap.',
  fields: (t) => ({
    shiftId: t.field({ type: 'Short', description: 'Of the shift that it goes on with; a new one when absent.' }),
    code: t.string({
      description:
        'One character, no other shift of the owner has it; when absent that of the shift that it goes on with, else the first free one.',
    }),
    name: t.string({ description: 'When absent that of the shift that it goes on with, else the code.' }),
    timeStart: t.string({ required: true, description: WALL_TIME }),
    timeEnd: t.string({ required: true, description: `${WALL_TIME} Not after \`timeStart\` = on the next day.` }),
    weekdays: t.intList({ description: 'The days on which it starts, 1 Monday to 7 Sunday; all when absent.' }),
    workCenterId: t.int({
      required: true,
      defaultValue: 0,
      description: 'Whose it is; 0 = whose the whole request is. All shifts of a request are of one owner.',
    }),
  }),
})

const ShiftExceptionInput = builder.inputType('ShiftExceptionInput', {
  description: 'A day to change; other days stay.',
  fields: (t) => ({
    date: t.field({ type: 'Date', required: true, description: 'A day to come.' }),
    isWorking: t.boolean({ description: 'Null makes it a day like any other again.' }),
    name: t.string({ description: 'The name of the day; empty when absent.' }),
  }),
})

builder.queryFields((t) => ({
  shiftSchedules: t.field({
    type: [ShiftScheduleRef],
    authScopes: can('READ', 'SHIFTS'),
    description: 'The shifts of the work center, or of the company (0), that hold now or come next.',
    args: { workCenterId: t.arg.int({ required: true, defaultValue: 0 }) },
    resolve: async (_root, args, context) => {
      await requireVisible(context, args.workCenterId)
      return [...(await context.inTenant((tenant) => schedulesOf(tenant, args.workCenterId, context.now())))]
    },
  }),
  shiftExceptions: t.field({
    type: [ShiftExceptionRef],
    authScopes: can('READ', 'SHIFTS'),
    description: 'Holidays and extra working days of the company (0) or of the work center itself, ascending.',
    args: { workCenterId: t.arg.int({ required: true, defaultValue: 0 }) },
    resolve: async (_root, args, context) => {
      await requireVisible(context, args.workCenterId)
      return [...(await context.inTenant((tenant) => listExceptions(tenant, args.workCenterId)))]
    },
  }),
}))

builder.mutationFields((t) => ({
  createOrUpdateShifts: t.field({
    type: [ShiftScheduleRef],
    authScopes: can('MODIFY', 'SHIFTS'),
    description: 'The shifts from now on, or from another instant; the running one and earlier ones stay.',
    args: {
      input: t.arg({ type: [ShiftInput], required: true }),
      workCenterId: t.arg.int({ required: true, defaultValue: 0 }),
      timeZone: t.arg.string(),
      validFrom: t.arg({ type: 'DateTime' }),
      version: t.arg({ type: 'DateTime' }),
    },
    resolve: async (_root, args, context) => {
      const owner = requireOneOwner(
        args.workCenterId,
        args.input.map(({ workCenterId }) => workCenterId),
      )
      await requireVisible(context, owner)
      const requests = args.input.map(({ timeStart, timeEnd, weekdays, shiftId, code, name }) => ({
        timeStart,
        timeEnd,
        shiftId: shiftId ?? null,
        code: code ?? null,
        name: name ?? null,
        ...(weekdays && { weekdays }),
      }))
      const shifts = completeShifts(requests, await context.inTenant((tenant) => schedulesOf(tenant, owner, context.now())))
      const change = { shifts, zone: args.timeZone ?? null, validFrom: args.validFrom ?? null, seen: args.version ?? null }
      return [...(await saveSchedule(context.deps, context.member(), owner, change))]
    },
  }),
  deleteShifts: t.field({
    type: [ShiftScheduleRef],
    authScopes: can('MODIFY', 'SHIFTS'),
    description:
      "Ends the shifts of the work center, which then has its company's, or of the company (0); the running one goes on to its end.",
    args: { workCenterId: t.arg.int({ required: true, defaultValue: 0 }), version: t.arg({ type: 'DateTime' }) },
    resolve: async (_root, args, context) => {
      await requireVisible(context, args.workCenterId)
      return [...(await endSchedule(context.deps, context.member(), args.workCenterId, args.version ?? null))]
    },
  }),
  saveShiftExceptions: t.field({
    type: [ShiftExceptionRef],
    authScopes: can('MODIFY', 'SHIFTS'),
    description: 'All holidays and extra working days after the change; only days to come are changed.',
    args: {
      input: t.arg({ type: [ShiftExceptionInput], required: true }),
      workCenterId: t.arg.int({ required: true, defaultValue: 0 }),
    },
    resolve: async (_root, args, context) => {
      await requireVisible(context, args.workCenterId)
      const drafts = args.input.map((draft) => ({ date: draft.date, isWorking: draft.isWorking ?? null, name: draft.name ?? '' }))
      return [...(await saveExceptions(context.deps, context.member(), args.workCenterId, drafts))]
    },
  }),
}))

function requireOneOwner(asked: number, workCenterIds: readonly number[]): number {
  const found = ownerOfShifts(asked, workCenterIds)
  if (!('strangerAt' in found)) return found.owner
  const value = workCenterIds[found.strangerAt] ?? 0
  const params = { value, min: found.owner, max: found.owner }
  throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: `input.${found.strangerAt}.workCenterId`, params })
}

async function requireVisible(context: RequestContext, owner: number): Promise<void> {
  if (owner !== 0) await context.workCenter(owner)
}
