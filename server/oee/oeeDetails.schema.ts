import type { FactorSwitches } from '#engine/oee/kpis.ts'
import type { LedgerTerm } from '#engine/oee/ledger.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { LedgerOperatorEnum, OeeFactorEnum, OeeIssueEnum, OeeTermUnitEnum } from '#server/graphql/enums.ts'
import { lossesOfTerm, oeeDetailsOf, segmentsOfTerm, statusesOfTerm } from './oeeDetails.service.ts'
import type { StoredSegment } from '#server/output/outputSegment.store.ts'
import { LossRef } from '#server/loss/loss.graph.ts'
import { StatusGraphRef } from '#server/status/status.graph.ts'
import type { OeeDetails } from './oeeDetails.service.ts'

type Term = { readonly term: LedgerTerm; readonly details: OeeDetails }
type TermPart = { readonly key: string; readonly sign: number }
type Formula = {
  readonly factor: 'AVAILABILITY' | 'OEE' | 'PERFORMANCE' | 'QUALITY'
  readonly isEnabled: boolean
  readonly value: number | null
  readonly numerator: string
  readonly denominator: string
}
type Setting = { readonly key: string; readonly value: string | null; readonly unit: string | null }

const UNIT_OF_KIND = { duration: 'MS', units: 'UNITS', ratio: 'RATIO' } as const satisfies Record<LedgerTerm['kind'], string>

const TermPartRef = builder.objectRef<TermPart>('OeeTermPart').implement({
  fields: (t) => ({ key: t.exposeString('key'), sign: t.exposeInt('sign') }),
})

/** More than a person looks at; what is left out is counted. */
const MAX_LISTED = 200
const listed = (first: number): number => Math.min(Math.max(0, first), 1000)

const SegmentRef = builder.objectRef<StoredSegment>('OeeSegment').implement({
  description: "Output with the orders in progress and the price of a unit; confirmed output replaces the device's count.",
  fields: (t) => ({
    timeStart: t.expose('start', { type: 'DateTime' }),
    timeEnd: t.expose('end', { type: 'DateTime', nullable: true }),
    jobOrderIds: t.intList({ resolve: (segment) => [...segment.jobOrderIds] }),
    orderCodes: t.stringList({ resolve: (segment) => [...segment.orderCodes] }),
    isConfirmed: t.exposeBoolean('isConfirmed'),
    difference: t.field({
      type: 'Decimal',
      description: 'Confirmed minus counted units where the confirmation replaces the count, else 0.',
      resolve: ({ difference }) => roundUnits(difference),
    }),
    unit: t.exposeString('unit', { nullable: true, description: 'The unit of all counts, by its code.' }),
    totalOutput: t.field({ type: 'Decimal', resolve: ({ effective }) => roundUnits(effective.total) }),
    acceptedOutput: t.field({ type: 'Decimal', resolve: ({ effective }) => roundUnits(effective.accepted) }),
    rejectedOutput: t.field({ type: 'Decimal', resolve: ({ effective }) => roundUnits(effective.rejected) }),
    uncountedOutput: t.field({ type: 'Decimal', resolve: ({ uncounted }) => roundUnits(uncounted.total) }),
    deviceOutput: t.field({ type: 'Decimal', resolve: ({ total }) => roundUnits(total) }),
    cycleTime: t.exposeFloat('idealCycleMs', { nullable: true, description: 'Ms a unit; null = no reference speed.' }),
    netOperatingMs: t.exposeFloat('netOperatingMs', { nullable: true }),
    qualityLossMs: t.exposeFloat('qualityLossMs', { nullable: true }),
    runMs: t.exposeFloat('runMs'),
  }),
})

const TermRef = builder.objectRef<Term>('OeeTerm').implement({
  fields: (t) => ({
    key: t.string({ description: 'Label key, for example `availabilityLoss`.', resolve: ({ term }) => term.key }),
    unit: t.field({ type: OeeTermUnitEnum, resolve: ({ term }) => (term.key === 'idealCycle' ? 'MS_PER_UNIT' : UNIT_OF_KIND[term.kind]) }),
    value: t.float({ nullable: true, resolve: ({ term }) => term.value }),
    operator: t.field({
      type: LedgerOperatorEnum,
      nullable: true,
      description: 'Between the parts; null = measured or set, not computed.',
      resolve: ({ term }) => term.operator,
    }),
    parts: t.field({
      type: [TermPartRef],
      description: 'Keys of the parts of this term, in order; the sign is -1 for subtracted ones.',
      resolve: ({ term }) => term.parts.map((key, at) => ({ key, sign: term.operator === 'MINUS' && at > 0 ? -1 : 1 })),
    }),
    statuses: t.field({
      type: [StatusGraphRef],
      description: 'Intervals that the time was measured from, at most `first`; statusesCount says how many there are.',
      args: { first: t.arg.int({ required: true, defaultValue: MAX_LISTED }) },
      resolve: ({ term, details }, { first }) => statusesOfTerm(details, term.key).slice(0, listed(first)),
    }),
    statusesCount: t.int({ resolve: ({ term, details }) => statusesOfTerm(details, term.key).length }),
    losses: t.field({
      type: [LossRef],
      description: 'Losses that the time was lost by, at most `first`; lossesCount says how many there are.',
      args: { first: t.arg.int({ required: true, defaultValue: MAX_LISTED }) },
      resolve: ({ term, details }, { first }) => lossesOfTerm(details, term.key).slice(0, listed(first)),
    }),
    lossesCount: t.int({ resolve: ({ term, details }) => lossesOfTerm(details, term.key).length }),
    segments: t.field({
      type: [SegmentRef],
      description: 'Output segments that the units or their ideal time come from, at most `first`.',
      args: { first: t.arg.int({ required: true, defaultValue: MAX_LISTED }) },
      resolve: ({ term, details }, { first }) => segmentsOfTerm(details, term.key).slice(0, listed(first)),
    }),
    segmentsCount: t.int({ resolve: ({ term, details }) => segmentsOfTerm(details, term.key).length }),
  }),
})

const FormulaRef = builder.objectRef<Formula>('OeeFormula').implement({
  description: '`numerator / denominator`, each the key of a term; a disabled factor has no value and counts as 1.',
  fields: (t) => ({
    factor: t.expose('factor', { type: OeeFactorEnum }),
    isEnabled: t.exposeBoolean('isEnabled'),
    value: t.exposeFloat('value', { nullable: true }),
    numerator: t.exposeString('numerator'),
    denominator: t.exposeString('denominator'),
  }),
})

const SettingRef = builder.objectRef<Setting>('OeeSettingUsed').implement({
  fields: (t) => ({
    key: t.exposeString('key'),
    value: t.exposeString('value', { nullable: true }),
    unit: t.exposeString('unit', { nullable: true }),
  }),
})

const OeeDetailsRef = builder.objectRef<OeeDetails>('OeeDetails').implement({
  description: "The ledger behind one shift's figures: every term with its parts.",
  fields: (t) => ({
    workCenterId: t.int({ resolve: (details) => details.workCenterId }),
    shiftId: t.field({ type: 'Short', resolve: ({ shift }) => shift.shift.shiftId }),
    shiftDate: t.field({ type: 'Date', resolve: ({ shift }) => shift.shift.shiftDate }),
    timeStart: t.field({ type: 'DateTime', resolve: ({ shift }) => shift.shift.start }),
    timeEnd: t.field({ type: 'DateTime', resolve: ({ shift }) => shift.shift.end }),
    asOf: t.field({ type: 'DateTime', resolve: ({ shift }) => shift.asOf }),
    availability: t.float({ nullable: true, resolve: ({ kpis }) => kpis.availability }),
    performance: t.float({ nullable: true, resolve: ({ kpis }) => kpis.performance }),
    quality: t.float({ nullable: true, resolve: ({ kpis }) => kpis.quality }),
    oee: t.float({ nullable: true, resolve: ({ kpis }) => kpis.oee }),
    issues: t.field({ type: [OeeIssueEnum], resolve: ({ shift }) => [...shift.issues] }),
    formulas: t.field({ type: [FormulaRef], resolve: formulasOf }),
    terms: t.field({
      type: [TermRef],
      resolve: (details) => details.ledger.terms.filter((term) => term.kind !== 'ratio').map((term) => ({ term, details })),
    }),
    settings: t.field({ type: [SettingRef], resolve: settingsOf }),
  }),
})

builder.queryField('oeeDetails', (t) =>
  t.field({
    type: OeeDetailsRef,
    nullable: true,
    authScopes: can('READ', 'SHIFTS'),
    description: 'Of the shift that starts at the instant, else of the newest one; null when the work center has no shift yet.',
    args: { workCenterId: t.arg.int({ required: true }), shiftStart: t.arg({ type: 'DateTime' }) },
    resolve: async (_root, args, context) => {
      const workCenter = await context.workCenter(args.workCenterId)
      return context.inTenant((tenant) => oeeDetailsOf(tenant, workCenter, args.shiftStart ?? null))
    },
  }),
)

function formulasOf({ kpis, ledger: { setup } }: OeeDetails): Formula[] {
  const { calculateAvailability, calculatePerformance, calculateQuality } = setup
  return [
    {
      factor: 'AVAILABILITY',
      isEnabled: calculateAvailability,
      value: kpis.availability,
      numerator: 'run',
      denominator: 'plannedProduction',
    },
    { factor: 'PERFORMANCE', isEnabled: calculatePerformance, value: kpis.performance, numerator: 'netOperating', denominator: 'run' },
    { factor: 'QUALITY', isEnabled: calculateQuality, value: kpis.quality, numerator: 'valuable', denominator: 'netOperating' },
    { factor: 'OEE', isEnabled: calculateAvailability || calculatePerformance || calculateQuality, value: kpis.oee, ...oeeFraction(setup) },
  ]
}

/** The last time that an enabled factor leads to, over the first one: what stays when the others are neutral (domain.md D-43). */
function oeeFraction(switches: FactorSwitches): { readonly numerator: string; readonly denominator: string } {
  const { calculateAvailability, calculatePerformance, calculateQuality } = switches
  const good = calculatePerformance ? 'netOperating' : 'run'
  return { numerator: calculateQuality ? 'valuable' : good, denominator: calculateAvailability ? 'plannedProduction' : 'run' }
}

function settingsOf({ ledger: { setup } }: OeeDetails): Setting[] {
  const { idealCycleMs, ...rest } = setup
  const flags = Object.entries(rest).map(([key, value]) => ({ key, value: String(value), unit: null }))
  return [
    ...flags,
    { key: 'idealCycle', value: idealCycleMs === null ? null : String(idealCycleMs), unit: idealCycleMs === null ? null : 'ms' },
  ]
}
