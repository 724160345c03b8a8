import { toPercentage } from '#engine/oee/percentage.ts'
import { rollUpLedger, type RollUpTerm } from '#engine/oee/rollUpLedger.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { LedgerOperatorEnum, OeeTermUnitEnum } from '#server/graphql/enums.ts'
import { PercentageRef } from '#server/graphql/refs.ts'
import { requireAnalytics } from '#server/graphql/requireAnalytics.ts'
import { OeeStatsRef } from './oee.graph.ts'
import { OeeReportRowRef } from './oeeReport.schema.ts'
import { rollUpDetails, type RollUpDetails } from './oeeReport.service.ts'
import { askedOf, OeeStatisticsFilterInput } from './oeeStatistics.schema.ts'

const MAX_LISTED = 200
const UNIT_OF_KIND = { duration: 'MS', units: 'UNITS', ratio: 'RATIO' } as const satisfies Record<RollUpTerm['kind'], string>

const RollUpTermRef = builder.objectRef<RollUpTerm>('OeeRollUpTerm').implement({
  description: 'A sum of the records, or what follows from such sums; `includedPlanned` and `includedRun` are of what takes part in OEE.',
  fields: (t) => ({
    key: t.exposeString('key'),
    unit: t.field({ type: OeeTermUnitEnum, resolve: (term) => UNIT_OF_KIND[term.kind] }),
    value: t.exposeFloat('value', { nullable: true }),
    operator: t.expose('operator', { type: LedgerOperatorEnum, nullable: true }),
    parts: t.stringList({ description: 'Keys of the terms it follows from, in order.', resolve: (term) => [...term.parts] }),
  }),
})

const RollUpDetailsRef = builder.objectRef<RollUpDetails>('OeeStatisticsDetails').implement({
  description:
    'The ledger behind the figures of several shifts: their sums, and the summed records. Exclusions from OEE and their reasons are in the stats.',
  fields: (t) => ({
    stats: t.field({ type: OeeStatsRef, resolve: ({ stat }) => stat }),
    oee: t.field({ type: PercentageRef, nullable: true, resolve: ({ stat }) => toPercentage(stat.figures.oee) }),
    terms: t.field({ type: [RollUpTermRef], resolve: ({ stat }) => [...rollUpLedger(stat.parts)] }),
    records: t.field({
      type: [OeeReportRowRef],
      description: 'The newest first, at most `first`; recordsCount says how many there are.',
      args: { first: t.arg.int({ required: true, defaultValue: MAX_LISTED }) },
      resolve: async ({ rows }, { first }) => (await rows(Math.min(Math.max(0, first), MAX_LISTED))).slice(),
    }),
    recordsCount: t.int({ resolve: ({ stat }) => stat.sums.records }),
  }),
})

builder.queryField('oeeStatisticsDetails', (t) =>
  t.field({
    type: RollUpDetailsRef,
    nullable: true,
    authScopes: can('READ', 'SHIFTS'),
    description: 'Of all that the filter names together; null when there is no record. Of several work centers it needs READ of ANALYTICS.',
    args: { filter: t.arg({ type: OeeStatisticsFilterInput }) },
    resolve: async (_root, { filter }, context) => {
      requireAnalytics(context, filter?.workCenterIds)
      const asked = await askedOf(context, filter)
      return rollUpDetails(context, asked)
    },
  }),
)
