import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { ShiftDefinition } from '#engine/shift/shiftSchedule.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { scheduleHistory } from './scheduleHistory.service.ts'
import type { HistoryVersion, ScheduleHistory } from './scheduleHistory.service.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

const DefinitionRef = builder.objectRef<ShiftDefinition>('ShiftDefinition').implement({
  description:
    'A shift of a version of a schedule, in wall-clock time of its zone; an end that is not after the start lies on the next day.',
  fields: (t) => ({
    shiftId: t.expose('shiftId', { type: 'Short' }),
    code: t.exposeString('code'),
    name: t.string({ resolve: (shift, _args, { named }) => named(shift.name) }),
    timeStart: t.exposeString('timeStart'),
    timeEnd: t.exposeString('timeEnd'),
    weekdays: t.intList({
      description: 'The days on which it starts, 1 Monday to 7 Sunday.',
      resolve: (shift) => [...(shift.weekdays ?? EVERY_DAY)],
    }),
  }),
})

const VersionRef = builder.objectRef<HistoryVersion>('ShiftScheduleVersion').implement({
  description: 'Shifts that hold from one instant to another.',
  fields: (t) => ({
    validFrom: t.expose('validFrom', { type: 'DateTime', description: 'When it comes into force.' }),
    validTo: t.expose('validTo', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next version comes into force; null for the last one.',
    }),
    timeZone: t.exposeString('zone', { description: 'Of the wall times of its shifts.' }),
    isOwn: t.exposeBoolean('isOwn', { description: "Whether it is of the asked owner; else it is the company's." }),
    shifts: t.field({
      type: [DefinitionRef],
      description: 'None = all time is outside of shifts.',
      resolve: (version) => [...version.shifts],
    }),
  }),
})

const HistoryRef = builder.objectRef<ScheduleHistory>('ShiftScheduleHistory').implement({
  description: 'All versions of the shifts that hold for a work center, or for the company, ascending.',
  fields: (t) => ({
    workCenterId: t.exposeInt('owner', { description: '0 = the company.' }),
    version: t.expose('newest', { type: 'DateTime', description: 'Of the own schedule; to be given back when it is saved.' }),
    companyTimeZone: t.exposeString('companyZone', { description: 'Which a new version has unless it names another.' }),
    runningUntil: t.expose('runningUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'When the running shift ends, before which no change takes effect; null when none runs.',
    }),
    followersCount: t.exposeInt('followers', { description: "How many active work centers have the company's shifts now." }),
    workCentersCount: t.exposeInt('workCenters', { description: 'How many active work centers the company has.' }),
    versions: t.field({
      type: [VersionRef],
      description: 'Ascending, those to come included.',
      resolve: (history) => [...history.versions],
    }),
  }),
})

builder.queryField('shiftScheduleHistory', (t) =>
  t.field({
    type: HistoryRef,
    authScopes: can('READ', 'SHIFTS'),
    description: 'The shifts of a work center, or with 0 of the company: those of the past, those in force and those to come.',
    args: { workCenterId: t.arg.int({ required: true, defaultValue: 0 }) },
    resolve: async (_root, args, context) => {
      const owner = args.workCenterId === 0 ? 0 : asId<WorkCenterId>((await context.workCenter(args.workCenterId)).id)
      return context.inTenant((tenant) => scheduleHistory(tenant, owner, context.now()))
    },
  }),
)
