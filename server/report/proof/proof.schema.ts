import { grantsOf } from '#engine/access/abilities.ts'
import { mayReadReport } from '#engine/report/mayReadReport.ts'
import { PROVEN_FACTORS, type ProvenShift } from '#engine/report/provenFigure.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { dayBefore } from '#engine/time/statPeriod.ts'
import { builder } from '#server/graphql/builder.ts'
import { ShiftRef, viewOf } from '#server/shift/shift.graph.ts'
import { ReportTypeEnum } from '../report.schema.ts'
import { reportFigure } from './proof.service.ts'
import type { ReportFigure, ToldChange } from './proof.service.ts'

/** A screen shows so many; the number tells of the others. */
const MOST_CHANGES = 100

const FactorEnum = builder.enumType('ReportFigureFactor', {
  description: 'LOST = stopped time.',
  values: [...PROVEN_FACTORS, 'LOST'] as const,
})
const StateEnum = builder.enumType('ReportFigureShiftState', { values: ['CONFIRMED', 'PROGRESS', 'UNCONFIRMED'] as const })

const ShiftFigureRef = builder.objectRef<ProvenShift>('ReportFigureShift').implement({
  description: 'A shift as a report tells it.',
  fields: (t) => ({
    revision: t.exposeInt('revision', { description: 'How many times it was confirmed.' }),
    state: t.field({ type: StateEnum, resolve: ({ status }) => status }),
    oee: t.exposeFloat('oee', { nullable: true, description: 'Percent.' }),
    acceptedOutput: t.expose('accepted', { type: 'Decimal' }),
  }),
})

const ChangeRef = builder.objectRef<ToldChange>('ReportFigureChange').implement({
  description: 'A shift that reads differently than in the report.',
  fields: (t) => ({
    workCenterId: t.int({ resolve: ({ before, after }) => (after ?? before)?.workCenterId ?? 0 }),
    shiftStart: t.field({ type: 'DateTime', resolve: ({ before, after }) => (after ?? before)?.start ?? 0 }),
    shift: t.field({
      type: ShiftRef,
      nullable: true,
      description: 'Null = it is not there any more.',
      resolve: ({ row }) => (row === null ? null : viewOf(row.record)),
    }),
    before: t.field({
      type: ShiftFigureRef,
      nullable: true,
      description: 'Null = the report did not know it.',
      resolve: ({ before }) => before,
    }),
    after: t.field({ type: ShiftFigureRef, nullable: true, resolve: ({ after }) => after }),
    reopenReason: t.exposeString('reopenReason', { nullable: true }),
  }),
})

const FigureRef = builder.objectRef<ReportFigure>('ReportFigure').implement({
  description: 'A figure of a report as it was told and as it is now, worked out again from the same shifts.',
  fields: (t) => ({
    reportType: t.field({ type: ReportTypeEnum, resolve: ({ request }) => request.type }),
    dateFrom: t.field({ type: 'Date', resolve: ({ request }) => request.from }),
    dateTo: t.field({ type: 'Date', description: 'Included.', resolve: ({ request }) => dayBefore(request.to) }),
    madeOn: t.field({ type: 'DateTime', resolve: ({ madeAt }) => madeAt }),
    factor: t.field({ type: FactorEnum, resolve: ({ figure }) => figure.factor }),
    workCenterId: t.int({
      nullable: true,
      description: 'Null = all of the report.',
      resolve: ({ figure }) => (figure.factor === 'LOST' ? null : figure.workCenterId),
    }),
    workCenterIds: t.field({
      type: ['Int'],
      nullable: true,
      description: 'Of the report; null = all of the company.',
      resolve: ({ request }) => request.workCenterIds,
    }),
    shiftStart: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Of the figure of one shift.',
      resolve: ({ figure, request }) => (figure.factor === 'LOST' ? null : figure.shiftStart) ?? request.shiftStart,
    }),
    reason: t.string({
      nullable: true,
      description: 'Of stopped time: the id of its reason, or CLASSIFIED, NOT_NEEDED, UNCLASSIFIED; null = all.',
      resolve: ({ figure }) => (figure.factor === 'LOST' && figure.reason !== null ? `${figure.reason}` : null),
    }),
    told: t.float({
      nullable: true,
      description: 'Percent, of stopped time seconds.',
      resolve: ({ figure, told }) => inUnit(figure, told),
    }),
    now: t.float({ nullable: true, resolve: ({ figure, now }) => inUnit(figure, now) }),
    shifts: t.exposeInt('shifts', { description: 'That it is made of now.' }),
    openThen: t.exposeInt('openThen', { description: 'Shifts of it that were running or not confirmed when it was told.' }),
    changedShifts: t.int({ resolve: ({ changes }) => changes.length }),
    changes: t.field({
      type: [ChangeRef],
      description: `The newest ${MOST_CHANGES}.`,
      resolve: ({ changes }) => changes.slice(0, MOST_CHANGES),
    }),
    changedStops: t.exposeInt('changedStops', {
      nullable: true,
      description: 'Of stopped time: stops of the report that people changed since.',
    }),
  }),
})

builder.queryField('reportFigure', (t) =>
  t.field({
    type: FigureRef,
    nullable: true,
    authScopes: { member: true },
    description: 'Needs what the report needs, and all of its work centers; else, and once the report is listed no more, it is null.',
    args: {
      id: t.arg({ type: 'Guid', required: true, description: 'Of the file, as the link of the figure says it.' }),
      figure: t.arg.string({ required: true, description: 'Its name in the link, such as OEE.7.' }),
    },
    resolve: async (_root, { id, figure }, context) => {
      const grants = grantsOf(context.abilities())
      const reader = {
        mayRead: ({ type }: ReportFigure['request']) => mayReadReport(grants, type) === null,
        visible: await context.visibleIds(),
      }
      return await reportFigure(context.inTenant, reader, { id, name: figure, now: context.now() })
    },
  }),
)

function inUnit({ factor }: ReportFigure['figure'], value: number | null): number | null {
  return value === null || factor !== 'LOST' ? value : Math.floor(value / SECOND_MS + 0.5)
}
