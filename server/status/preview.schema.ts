import type { StatusInterval } from '#engine/facts.ts'
import { asId } from '#engine/ids.ts'
import type { StatusRuleId } from '#engine/ids.ts'
import { kpisOf } from '#engine/oee/recordKpis.ts'
import type { Kpis } from '#engine/oee/kpis.ts'
import { toPercentage } from '#engine/oee/percentage.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { StatusKindEnum, StatusSourceEnum } from '#server/graphql/enums.ts'
import { PercentageRef, PeriodInput } from '#server/graphql/refs.ts'
import type { Preview, PreviewedShift, PreviewedStatus, PreviewResult } from '#server/recalculation/preview.service.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { previewConstants, previewSource, previewStatusRules } from './preview.service.ts'
import { draftOf, StatusRuleInput } from './settings.schema.ts'

const StatusRef = builder.objectRef<StatusInterval>('PreviewStatus').implement({
  description: 'A status of a preview. A rule that is not stored has a negative id: -1 the first that was given, -2 the second.',
  fields: (t) => ({
    timeStart: t.expose('start', { type: 'DateTime' }),
    timeEnd: t.expose('end', { type: 'DateTime', nullable: true }),
    kind: t.expose('kind', { type: StatusKindEnum }),
    statusRuleId: t.int({ nullable: true, resolve: (status) => status.statusRuleId }),
  }),
})

const TotalRef = builder.objectRef<PreviewedStatus>('PreviewStatusTotal').implement({
  fields: (t) => ({
    kind: t.expose('kind', { type: StatusKindEnum }),
    statusRuleId: t.int({ nullable: true, resolve: (total) => total.statusRuleId }),
    duration: t.field({ type: 'Seconds', resolve: (total) => total.ms / 1000 }),
  }),
})

type Shown<Value> = { readonly workCenter: WorkCenter; readonly value: Value }

const kpi = (key: keyof Kpis) => (shown: Shown<PreviewedShift>) => toPercentage(kpisOf(shown.value.terms, shown.workCenter)[key])

const ShiftRef = builder.objectRef<Shown<PreviewedShift>>('PreviewShift').implement({
  fields: (t) => ({
    shiftId: t.field({ type: 'Short', resolve: ({ value }) => value.shift.shiftId }),
    shiftDate: t.field({ type: 'Date', resolve: ({ value }) => value.shift.shiftDate }),
    timeStart: t.field({ type: 'DateTime', resolve: ({ value }) => value.shift.start }),
    timeEnd: t.field({ type: 'DateTime', resolve: ({ value }) => value.shift.end }),
    isConfirmed: t.boolean({ description: 'It is frozen, so nothing changes in it.', resolve: ({ value }) => value.isConfirmed }),
    oee: t.field({ type: PercentageRef, nullable: true, resolve: kpi('oee') }),
    availability: t.field({ type: PercentageRef, nullable: true, resolve: kpi('availability') }),
    performance: t.field({ type: PercentageRef, nullable: true, resolve: kpi('performance') }),
    quality: t.field({ type: PercentageRef, nullable: true, resolve: kpi('quality') }),
  }),
})

const ResultRef = builder.objectRef<Shown<PreviewResult>>('PreviewResult').implement({
  fields: (t) => ({
    timeline: t.field({ type: [StatusRef], resolve: ({ value }) => [...value.timeline] }),
    statuses: t.field({
      type: [TotalRef],
      description: 'Time in each status, the longest first.',
      resolve: ({ value }) => [...value.statuses],
    }),
    shifts: t.field({
      type: [ShiftRef],
      resolve: ({ value, workCenter }) => value.shifts.map((shift) => ({ workCenter, value: shift })),
    }),
    lossCount: t.int({ resolve: ({ value }) => value.lossCount }),
  }),
})

const PreviewRef = builder.objectRef<Shown<Preview>>('SetupPreview').implement({
  description: 'A period as it is and as it would be with a change; nothing is saved.',
  fields: (t) => ({
    before: t.field({ type: ResultRef, resolve: ({ value, workCenter }) => ({ workCenter, value: value.before }) }),
    after: t.field({ type: ResultRef, resolve: ({ value, workCenter }) => ({ workCenter, value: value.after }) }),
  }),
})

const ConstantsInput = builder.inputType('ElectricalConstantsInput', {
  description: 'A missing field stays as it is; null empties it.',
  fields: (t) => ({
    cosPhi: t.field({ type: 'Decimal' }),
    voltage: t.field({ type: 'Decimal' }),
    transformationRationCode: t.string(),
    nominalPower: t.field({ type: 'Decimal' }),
    idleLoadThreshold: t.field({ type: 'Decimal' }),
  }),
})

builder.queryFields((t) => {
  const workCenterId = t.arg.int({ required: true })
  const period = t.arg({ type: PeriodInput, required: true })
  // A preview saves nothing: visitors of the demo may try what they cannot save.
  const authScopes = can('READ', 'WORK_CENTER_SETTINGS')
  return {
    previewStatusRules: t.field({
      type: PreviewRef,
      authScopes,
      description:
        'The period if the rules had been as given since `validFrom`, by default since its start; rules of `archivedIds` would not be in force.',
      args: {
        workCenterId,
        rules: t.arg({ type: [StatusRuleInput], required: true }),
        archivedIds: t.arg.intList({ required: true, defaultValue: [] }),
        validFrom: t.arg({ type: 'DateTime' }),
        period,
      },
      resolve: async (_root, args, context) => {
        const workCenter = await context.workCenter(args.workCenterId)
        const rules = args.rules.map((input) => ({ id: input.id == null ? null : asId<StatusRuleId>(input.id), values: draftOf(input) }))
        const change = { rules, archivedIds: args.archivedIds.map((id) => asId<StatusRuleId>(id)), from: args.validFrom ?? null }
        return { workCenter, value: await previewStatusRules(context.deps, workCenter.companyId, workCenter.id, change, args.period) }
      },
    }),
    previewSource: t.field({
      type: PreviewRef,
      authScopes,
      description: 'The period if statuses had come from the source since `recalculateFrom`, by default since its start.',
      args: {
        workCenterId,
        source: t.arg({ type: StatusSourceEnum, required: true }),
        convertRules: t.arg.boolean({ required: true, defaultValue: true }),
        recalculateFrom: t.arg({ type: 'DateTime' }),
        period,
      },
      resolve: async (_root, args, context) => {
        const workCenter = await context.workCenter(args.workCenterId)
        const change = { source: args.source, isConverted: args.convertRules, from: args.recalculateFrom ?? null }
        return { workCenter, value: await previewSource(context.deps, workCenter, change, args.period) }
      },
    }),
    previewElectrical: t.field({
      type: PreviewRef,
      authScopes,
      description: 'The period if the constants had been as given since `validFrom`, by default since its start.',
      args: {
        workCenterId,
        constants: t.arg({ type: ConstantsInput, required: true }),
        validFrom: t.arg({ type: 'DateTime' }),
        period,
      },
      resolve: async (_root, args, context) => {
        const workCenter = await context.workCenter(args.workCenterId)
        const { transformationRationCode: transformationRatioCode, ...rest } = args.constants
        const change = { constants: { ...rest, transformationRatioCode }, from: args.validFrom ?? null }
        return { workCenter, value: await previewConstants(context.deps, workCenter, change, args.period) }
      },
    }),
  }
})
