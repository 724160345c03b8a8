import type { FactorSwitches } from '#engine/oee/kpis.ts'
import type { LedgerTerm } from '#engine/oee/ledger.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { LedgerOperatorEnum, OeeFactorEnum, OeeIssueEnum, OeeTermUnitEnum } from '#server/graphql/enums.ts'
import { LossRef, StatusGraphRef } from '#server/graphql/refs.ts'
import { lossesOfTerm, oeeDetailsOf, statusesOfTerm } from './oeeDetails.service.ts'
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
      description: 'Keys of the terms that this one is made of, in order; the sign is -1 for what is taken away.',
      resolve: ({ term }) => term.parts.map((key, at) => ({ key, sign: term.operator === 'MINUS' && at > 0 ? -1 : 1 })),
    }),
    statuses: t.field({ type: [StatusGraphRef], resolve: ({ term, details }) => [...statusesOfTerm(details, term.key)] }),
    losses: t.field({ type: [LossRef], resolve: ({ term, details }) => [...lossesOfTerm(details, term.key)] }),
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
  description: "The ledger behind one shift's figures: every term with what it was made of.",
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
