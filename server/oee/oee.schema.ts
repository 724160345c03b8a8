import { roundUnits } from '#engine/output/outputCount.ts'
import { kpisOf } from '#engine/oee/recordKpis.ts'
import type { Kpis } from '#engine/oee/kpis.ts'
import { toPercentage } from '#engine/oee/percentage.ts'
import { oeeOnFullShift, onlineKpisOf } from '#engine/oee/onlineOee.ts'
import { OEE_FIELDS } from '#engine/workCenter/oeeFields.ts'
import { wholeSecondsOf } from '#engine/oee/wholeSeconds.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { NoDataPolicyEnum, OeeIssueEnum } from '#server/graphql/enums.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PercentageRef, PeriodInput } from '#server/graphql/refs.ts'
import { settingInputs, settingOutputs } from '#server/graphql/settingFields.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { MeasurementUnitRef, WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { ShiftOeeRef, shiftNowOf } from '#server/shift/shift.graph.ts'
import { takenRecords } from './oeeReport.service.ts'
import { saveOeeSettings, outputUnitOf } from './oeeSettings.service.ts'
import { findOeePolicy } from './oeeSetup.store.ts'
import type { CompanyOeePolicy } from './oeeSetup.store.ts'

PercentageRef.implement({
  fields: (t) => ({
    intValue: t.exposeInt('intValue'),
    realValue: t.exposeFloat('realValue', { description: 'Rounded to two decimals.' }),
    exactValue: t.exposeFloat('exactValue', { description: 'Not rounded: values with other decimals are rounded from it, once.' }),
  }),
})

const kpi = (key: keyof Kpis) => async (shift: StoredShift, _args: object, context: RequestContext) =>
  toPercentage(kpisOf(shift.terms, await context.workCenter(shift.workCenterId))[key])

ShiftOeeRef.implement({
  description: 'The OEE record of one shift instance of a work center.',
  fields: (t) => ({
    workCenterId: t.int({ resolve: (shift) => shift.workCenterId }),
    shiftId: t.field({ type: 'Short', resolve: ({ shift }) => shift.shiftId }),
    shiftDate: t.field({ type: 'Date', resolve: ({ shift }) => shift.shiftDate }),
    timeStart: t.field({ type: 'DateTime', resolve: ({ shift }) => shift.start }),
    timeEnd: t.field({ type: 'DateTime', resolve: ({ shift }) => shift.end }),
    asOf: t.expose('asOf', { type: 'DateTime' }),
    oee: t.field({ type: PercentageRef, nullable: true, resolve: kpi('oee') }),
    oeeOnFullShift: t.field({
      type: PercentageRef,
      nullable: true,
      description: 'Of a running shift: the OEE that it ends with if nothing good is made any more; a forecast.',
      resolve: async ({ shift, terms, asOf, workCenterId }, _args, context) =>
        asOf >= shift.end ? null : toPercentage(oeeOnFullShift(terms, await context.workCenter(workCenterId), shift.end - shift.start)),
    }),
    availability: t.field({ type: PercentageRef, nullable: true, resolve: kpi('availability') }),
    performance: t.field({ type: PercentageRef, nullable: true, resolve: kpi('performance') }),
    quality: t.field({ type: PercentageRef, nullable: true, resolve: kpi('quality') }),
    availabilityLosses: t.field({ type: 'Seconds', resolve: ({ terms }) => wholeSecondsOf(terms).availabilityLoss }),
    plannedProductionTime: t.field({ type: 'Seconds', resolve: ({ terms }) => wholeSecondsOf(terms).planned }),
    runTime: t.field({ type: 'Seconds', resolve: ({ terms }) => wholeSecondsOf(terms).run }),
    excludedTime: t.field({ type: 'Seconds', resolve: ({ terms }) => wholeSecondsOf(terms).excluded }),
    noDataDuration: t.field({ type: 'Seconds', resolve: ({ terms }) => wholeSecondsOf(terms).noData }),
    cycleTime: t.exposeFloat('idealCycleMs', { nullable: true, description: 'Ms a unit; null = no reference speed.' }),
    acceptedOutput: t.field({ type: 'Decimal', resolve: ({ terms }) => roundUnits(terms.output.accepted) }),
    rejectedOutput: t.field({ type: 'Decimal', resolve: ({ terms }) => roundUnits(terms.output.rejected) }),
    totalOutput: t.field({ type: 'Decimal', resolve: ({ terms }) => roundUnits(terms.output.total) }),
    issues: t.field({ type: [OeeIssueEnum], resolve: ({ issues }) => [...issues] }),
  }),
})

const OeeSettingsRef = builder.objectRef<{ readonly workCenter: WorkCenter; readonly policy: CompanyOeePolicy }>('OeeSettings').implement({
  description: 'Which factors of OEE count at a work center, and its targets; targets of ratios are in percent.',
  fields: (t) => ({
    workCenterId: t.int({ resolve: ({ workCenter }) => workCenter.id }),
    ...settingOutputs(t, OEE_FIELDS, ({ workCenter }) => workCenter),
    targetOutputMeasurementUnit: t.field({
      type: MeasurementUnitRef,
      resolve: ({ workCenter }) => outputUnitOf(workCenter),
    }),
    capPerformance: t.boolean({
      description: 'Of the company: whether performance stops at 100 %.',
      resolve: ({ policy }) => policy.capPerformance,
    }),
    noDataPolicy: t.field({
      type: NoDataPolicyEnum,
      description: 'Of the company: what time without data counts as.',
      resolve: ({ policy }) => policy.noDataPolicy,
    }),
    version: t.int({ description: 'That of the work center.', resolve: ({ workCenter }) => workCenter.version }),
  }),
})

const OeeSettingsInput = builder.inputType('OeeSettingsInput', {
  description: 'A missing field stays as it is; null empties a target. Targets of ratios are in percent, 0 to 100.',
  fields: (t) => ({
    workCenterId: t.int({ required: true }),
    ...settingInputs(t, OEE_FIELDS),
    version: t.int({ description: 'The version of the work center that the change is made to; another one is refused as a CONFLICT.' }),
  }),
})

builder.objectFields(WorkCenterRef, (t) => ({
  onlineOee: t.field({
    type: PercentageRef,
    nullable: true,
    description: 'The OEE of `actualOee`: that of the running shift up to now; null until a minute of it was planned.',
    resolve: async (workCenter, _args, context) => {
      const shift = await shiftNowOf(context).load(workCenter.id)
      return shift === null ? null : toPercentage(onlineKpisOf(shift.terms, workCenter).oee)
    },
  }),
  actualOee: t.field({
    type: ShiftOeeRef,
    nullable: true,
    description: 'The record of the running shift.',
    resolve: (workCenter, _args, context) => shiftNowOf(context).load(workCenter.id),
  }),
}))

builder.queryFields((t) => ({
  oeeStat: t.field({
    type: [ShiftOeeRef],
    authScopes: can('READ', 'SHIFTS'),
    description: 'One record a shift that the period takes, ascending; the last 30 days without a period.',
    args: { workCenterId: t.arg.int({ required: true }), period: t.arg({ type: PeriodInput }) },
    resolve: async (_root, args, context) => {
      const { id } = await context.workCenter(args.workCenterId)
      const asked = {
        workCenterIds: [id],
        groupIds: null,
        period: args.period ? checkedPeriod(args.period) : null,
        now: context.now(),
      }
      return [...(await context.inTenant((tenant) => takenRecords(tenant, asked)))]
    },
  }),
  oeeSettings: t.field({
    type: OeeSettingsRef,
    description: 'Which factors of OEE count at the work center, and its targets.',
    authScopes: can('READ', 'WORK_CENTER_SETTINGS'),
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: async (_root, args, context) => withPolicy(context, await context.workCenter(args.workCenterId)),
  }),
}))

builder.mutationField('updateOeeSettings', (t) =>
  t.field({
    type: OeeSettingsRef,
    authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
    description:
      'Changes which factors of OEE count at the work center, and its targets; both hold wherever figures are read. Performance switched on or off recalculates the shifts that are not confirmed.',
    args: { input: t.arg({ type: OeeSettingsInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { id } = await context.workCenter(input.workCenterId)
      return withPolicy(context, await saveOeeSettings(context.deps, context.member(), id, input))
    },
  }),
)

async function withPolicy(context: RequestContext, workCenter: WorkCenter) {
  return { workCenter, policy: await context.inTenant(findOeePolicy) }
}
