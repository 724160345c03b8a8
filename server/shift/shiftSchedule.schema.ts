import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { schedulesOf } from './shift.service.ts'
import type { ScheduledShift } from './shift.service.ts'
import { saveExceptions } from './shiftException.service.ts'
import { listExceptions } from './shiftException.store.ts'
import type { StoredException } from './shiftException.store.ts'
import { endSchedule, saveSchedule } from './shiftSchedule.service.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

const ShiftScheduleRef = builder.objectRef<ScheduledShift>('ShiftSchedule').implement({
  fields: (t) => ({
    shiftId: t.expose('shiftId', { type: 'Short' }),
    code: t.exposeString('code'),
    name: t.exposeString('name'),
    timeStart: t.exposeString('timeStart'),
    timeEnd: t.exposeString('timeEnd'),
    weekdays: t.intList({
      description: 'The days on which it starts, 1 Monday to 7 Sunday.',
      resolve: (shift) => [...(shift.weekdays ?? EVERY_DAY)],
    }),
    timeZone: t.exposeString('zone'),
    startOffsetUtc: t.field({ type: 'Seconds', resolve: (shift) => shift.startOffsetMs / 1000 }),
    endOffsetUtc: t.field({ type: 'Seconds', resolve: (shift) => shift.endOffsetMs / 1000 }),
    startOffset: t.field({ type: 'Seconds', deprecationReason: 'Use startOffsetUtc.', resolve: (shift) => shift.startOffsetMs / 1000 }),
    endOffset: t.field({ type: 'Seconds', deprecationReason: 'Use endOffsetUtc.', resolve: (shift) => shift.endOffsetMs / 1000 }),
    isCurrent: t.exposeBoolean('isCurrent'),
    workCenterId: t.exposeInt('workCenterId', { description: "0 = the company's." }),
    validFrom: t.expose('validFrom', { type: 'DateTime' }),
    version: t.expose('newest', {
      type: 'DateTime',
      description: 'Of the schedule of the asked owner; to be given back when it is saved.',
    }),
  }),
})

const ShiftExceptionRef = builder.objectRef<StoredException>('ShiftException').implement({
  description: 'A holiday, on which no shift starts, or an extra working day, on which all do.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date' }),
    isWorking: t.exposeBoolean('isWorking'),
    name: t.exposeString('name'),
    workCenterId: t.exposeInt('workCenterId', { description: "0 = the company's, which holds for all its work centers." }),
  }),
})

const ShiftInput = builder.inputType('ShiftInput', {
  fields: (t) => ({
    shiftId: t.field({ type: 'Short' }),
    code: t.string({ required: true }),
    name: t.string({ required: true }),
    timeStart: t.string({ required: true }),
    timeEnd: t.string({ required: true }),
    weekdays: t.intList({ description: 'The days on which it starts, 1 Monday to 7 Sunday; all when absent.' }),
  }),
})

const ShiftExceptionInput = builder.inputType('ShiftExceptionInput', {
  fields: (t) => ({
    date: t.field({ type: 'Date', required: true }),
    isWorking: t.boolean({ description: 'Null makes it a day like any other again.' }),
    name: t.string(),
  }),
})

builder.queryFields((t) => ({
  shiftSchedules: t.field({
    type: [ShiftScheduleRef],
    authScopes: can('READ', 'SHIFTS'),
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
    description: 'The shifts from now on, or from another instant; the running one and those before stay as they are.',
    args: {
      input: t.arg({ type: [ShiftInput], required: true }),
      workCenterId: t.arg.int({ required: true, defaultValue: 0 }),
      timeZone: t.arg.string(),
      validFrom: t.arg({ type: 'DateTime' }),
      version: t.arg({ type: 'DateTime' }),
    },
    resolve: async (_root, args, context) => {
      await requireVisible(context, args.workCenterId)
      const shifts = args.input.map(({ weekdays, shiftId, ...shift }) => ({
        ...shift,
        shiftId: shiftId ?? null,
        ...(weekdays && { weekdays }),
      }))
      const change = { shifts, zone: args.timeZone ?? null, validFrom: args.validFrom ?? null, seen: args.version ?? null }
      return [...(await saveSchedule(context.deps, context.member(), args.workCenterId, change))]
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

async function requireVisible(context: RequestContext, owner: number): Promise<void> {
  if (owner !== 0) await context.workCenter(owner)
}
