import { COUNT_CAUSES } from '#engine/jobOrder/forecast/countCheck.ts'
import { toPercentage } from '#engine/oee/percentage.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { jobOrderById, JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { Refusal } from '#server/refusal.ts'
import { workCenterById, WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { placeId } from './posting.service.ts'
import { checkOutput } from './outputCheck.service.ts'
import type { OutputCheck, OutputChecks } from './outputCheck.service.ts'

/** Of each check: more orders than somebody looks through. */
const MOST_ORDERS = 200
const USUAL_DAYS = 14

const CauseEnum = builder.enumType('OutputCheckCause', {
  description:
    'COUNTER_TOO_HIGH: fewer units were confirmed and less material used than counted. MORE_SCRAP: more material was used. NOT_ALL_CONFIRMED: fewer units were confirmed than counted. UNCLEAR: anything else.',
  values: COUNT_CAUSES,
})

const percent = (share: number | null) => toPercentage(share)?.realValue ?? null

const OutputCheckRef = builder.objectRef<OutputCheck>('OutputCheck').implement({
  description: 'An order of which counter, confirmations and material tell different numbers of units.',
  fields: (t) => ({
    jobOrder: t.field({ type: JobOrderRef, nullable: true, resolve: ({ id }, _args, context) => jobOrderById(context).load(id) }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      resolve: ({ workCenterId }, _args, context) => workCenterById(context).load(workCenterId),
    }),
    countedOutput: t.field({ type: 'Decimal', resolve: ({ counted }) => roundUnits(counted) }),
    confirmedOutput: t.field({ type: 'Decimal', resolve: ({ confirmed }) => roundUnits(confirmed) }),
    confirmedOff: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Confirmed less counted, in percent of what was counted; null where nothing was.',
      resolve: ({ confirmedOff }) => percent(confirmedOff),
    }),
    materialOutput: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Units that the material would have made; null with fewer than five confirmations of each line.',
      resolve: ({ materialUnits }) => (materialUnits === null ? null : roundUnits(materialUnits)),
    }),
    materialOff: t.field({ type: 'Decimal', nullable: true, resolve: ({ materialOff }) => percent(materialOff) }),
    cause: t.expose('cause', { type: CauseEnum }),
  }),
})

const OutputChecksRef = builder.objectRef<OutputChecks>('OutputChecks').implement({
  fields: (t) => ({
    items: t.field({ type: [OutputCheckRef], resolve: ({ items }) => [...items] }),
    examined: t.exposeInt('examined', { description: 'Orders that were looked at.' }),
    isLimited: t.exposeBoolean('isLimited', {
      description: `More than ${MOST_ORDERS} orders were worked on: only the last ones were looked at.`,
    }),
  }),
})

builder.queryField('outputChecks', (t) =>
  t.field({
    type: OutputChecksRef,
    authScopes: can('READ', 'OUTPUTS'),
    description:
      'Orders that do not run and whose counter, confirmations and material differ by more than 2 % and five units, the last worked on ahead.',
    args: {
      workCenterIds: t.arg.intList(),
      period: t.arg({ type: PeriodInput, description: `In which work on them began; left out: the last ${USUAL_DAYS} days.` }),
      endedIn: t.arg({ type: PeriodInput, description: 'In which work on them ended, in place of `period`; needs `workCenterIds`.' }),
    },
    resolve: async (_root, { workCenterIds, period, endedIn }, context) => {
      const now = context.now()
      if (endedIn != null && workCenterIds == null) throw new Refusal({ code: 'REQUIRED', field: 'workCenterIds' })
      const query = {
        by: endedIn == null ? ('BEGAN' as const) : ('ENDED' as const),
        workCenterIds: await context.narrowed(workCenterIds == null ? null : workCenterIds.map(placeId)),
        visibleIds: await context.narrowed(null),
        period: checkedPeriod(endedIn ?? period ?? { start: now - USUAL_DAYS * DAY_MS, end: now }),
        most: MOST_ORDERS,
      }
      return await context.inTenant((tenant) => checkOutput(tenant, query))
    },
  }),
)
