import { roundUnits } from '#engine/output/outputCount.ts'
import type { OutputCount } from '#engine/facts.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { settingInputs, settingOutputs } from '#server/graphql/settingFields.ts'
import type { MeasurementUnit } from '#engine/output/measurementUnit.ts'
import { askedShifts } from '#engine/time/statPeriod.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { MeasurementUnitRef, WorkCenterRef, liveOf, plantZoneOf } from '#server/workCenter/workCenter.graph.ts'
import { OutputStatRef } from './output.graph.ts'
import { outputBuckets } from './output.service.ts'
import type { OutputBucket } from './output.service.ts'
import { listShiftOutputs } from './output.store.ts'
import { OUTPUT_SETTINGS, saveOutputSettings, unitOf } from './outputSettings.service.ts'

type PeriodOutput = {
  readonly workCenterId: number
  readonly start: number
  readonly end: number
  readonly shiftId: number
  readonly output: OutputCount
  readonly plan: number | null
}

const ShiftPeriodRef = builder.objectRef<{ start: number; end: number; shiftId: number | null }>('ShiftPeriod').implement({
  fields: (t) => ({
    dateStart: t.expose('start', { type: 'DateTime' }),
    dateEnd: t.expose('end', { type: 'DateTime' }),
    duration: t.field({ type: 'Seconds', resolve: (period) => (period.end - period.start) / 1000 }),
    shiftId: t.expose('shiftId', { type: 'Short', nullable: true }),
  }),
})

const OutputPeriodRef = builder.objectRef<PeriodOutput>('WorkCenterOutputPeriod').implement({
  fields: (t) => ({
    workCenterId: t.exposeInt('workCenterId'),
    period: t.field({ type: ShiftPeriodRef, resolve: ({ start, end, shiftId }) => ({ start, end, shiftId }) }),
    planOutput: t.expose('plan', { type: 'Decimal', nullable: true }),
    acceptedOutput: t.field({ type: 'Decimal', resolve: (period) => roundUnits(period.output.accepted) }),
    rejectedOutput: t.field({ type: 'Decimal', resolve: (period) => roundUnits(period.output.rejected) }),
    totalOutput: t.field({ type: 'Decimal', resolve: (period) => roundUnits(period.output.total) }),
  }),
})

OutputStatRef.implement({
  fields: (t) => ({
    shiftId: t.expose('shiftId', { type: 'Short' }),
    shiftDate: t.expose('shiftDate', { type: 'Date' }),
    acceptedOutput: t.field({ type: 'Decimal', resolve: (stat) => roundUnits(stat.accepted) }),
    rejectedOutput: t.field({ type: 'Decimal', resolve: (stat) => roundUnits(stat.rejected) }),
    periodSumValue: t.field({ type: 'Decimal', resolve: (stat) => roundUnits(stat.total) }),
  }),
})

const OutputSettingsRef = builder.objectRef<WorkCenter>('OutputSettings').implement({
  fields: (t) => ({
    workCenterId: t.int({ resolve: (workCenter) => workCenter.id }),
    ...settingOutputs(t, OUTPUT_SETTINGS, (workCenter) => workCenter),
    measurementUnit: t.field({ type: MeasurementUnitRef, resolve: (workCenter): MeasurementUnit => unitOf(workCenter) }),
    measurementUnitId: t.int({ resolve: (workCenter) => unitOf(workCenter).id }),
    version: t.exposeInt('version'),
  }),
})

const OutputSettingsInput = builder.inputType('OutputSettingsInput', {
  description: 'A missing field stays as it is; null empties the counter range or the reference speed.',
  fields: (t) => ({
    workCenterId: t.int({ required: true }),
    ...settingInputs(t, OUTPUT_SETTINGS),
    version: t.int({ description: 'The version of the work center that the change is made to; another one is refused as a CONFLICT.' }),
  }),
})

builder.objectField(WorkCenterRef, 'hourlyOutput', (t) =>
  t.field({
    type: [OutputPeriodRef],
    description: 'Output of the running shift by the hour.',
    resolve: async (workCenter, _args, context) => {
      const shift = (await liveOf(context).load(workCenter))?.shift
      if (!shift) return []
      const period = { start: shift.start, end: Math.min(shift.end, context.now()) }
      const buckets = await buckets3600(context, workCenter, period)
      return buckets.map((bucket) => ({ ...bucket, workCenterId: workCenter.id, shiftId: shift.shiftId }))
    },
  }),
)

builder.queryFields((t) => ({
  outputStat: t.field({
    type: [OutputStatRef],
    description: 'Output of the shifts that the period takes, of the last 30 days without one.',
    authScopes: can('READ', 'OUTPUTS'),
    args: { workCenterId: t.arg.int({ required: true }), period: t.arg({ type: PeriodInput }) },
    resolve: async (_root, args, context) => {
      const { id } = await context.workCenter(args.workCenterId)
      const period = args.period ? checkedPeriod(args.period) : null
      const shifts = askedShifts(await plantZoneOf(context).load(id), period, context.now())
      return [...(await context.inTenant((tenant) => listShiftOutputs(tenant, id, shifts)))]
    },
  }),
  outputSettings: t.field({
    type: OutputSettingsRef,
    description: 'How output is counted and confirmed at the work center.',
    authScopes: can('READ', 'WORK_CENTER_SETTINGS'),
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: (_root, args, context) => context.workCenter(args.workCenterId),
  }),
}))

builder.mutationField('updateOutputSettings', (t) =>
  t.field({
    type: OutputSettingsRef,
    description: 'Changes how output is counted and confirmed; what decides figures recalculates the shifts that are not confirmed.',
    authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
    args: { input: t.arg({ type: OutputSettingsInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { id } = await context.workCenter(input.workCenterId)
      return saveOutputSettings(context.deps, context.member(), id, input)
    },
  }),
)

function buckets3600(
  context: RequestContext,
  workCenter: WorkCenter,
  period: { start: number; end: number },
): Promise<readonly OutputBucket[]> {
  return period.end > period.start ? outputBuckets(context, workCenter, { ...period, bucketSeconds: 3600 }) : Promise.resolve([])
}
