import type { OeeFactor, RollUpFieldsFragment } from '#web/api/generated/graphql.ts'

/** Figures of a period that explain themselves. */
export const EXPLAINED = ['OEE', 'AVAILABILITY', 'PERFORMANCE', 'QUALITY', 'MTBF', 'MTTR', 'SETUP_RATE', 'DATA_COVERAGE'] as const
export type Explained = (typeof EXPLAINED)[number]

export type RollUpTerm = RollUpFieldsFragment['terms'][number]

/** A number in a formula: a time in ms, a number of things, or units. */
export type FormulaPart = { readonly key: string; readonly kind: 'time' | 'count'; readonly value: number | null }

/** `numerator / denominator = result`, and the terms that these two are made of. */
export type Formula = {
  readonly numerator: FormulaPart
  readonly denominator: FormulaPart
  readonly result: { readonly kind: 'percent' | 'time'; readonly value: number | null }
  readonly terms: readonly RollUpTerm[]
}

const FACTORS: Record<OeeFactor, string> = { OEE: 'oee', AVAILABILITY: 'availability', PERFORMANCE: 'performance', QUALITY: 'quality' }

/** Returns the figure of one shift, as a factor of its ledger; null for one that a single shift does not have. */
export function factorOf(explained: Explained): OeeFactor | null {
  return explained === 'OEE' || explained === 'AVAILABILITY' || explained === 'PERFORMANCE' || explained === 'QUALITY' ? explained : null
}

/** Returns how a figure of the period follows from the sums of its shifts (domain.md D-30, D-31, D-29, D-44); times in ms, ratios as fractions of 1. */
export function formulaOf({ stats, terms }: Pick<RollUpFieldsFragment, 'stats' | 'terms'>, explained: Explained): Formula {
  const time = (key: string, seconds: number): FormulaPart => ({ key, kind: 'time', value: seconds * 1000 })
  const failures: FormulaPart = { key: 'failures', kind: 'count', value: stats.failureCount }
  const ms = (seconds: number | null | undefined) => (seconds == null ? null : seconds * 1000)
  const ratio = (percent: { readonly exactValue: number } | null | undefined) => (percent == null ? null : percent.exactValue / 100)
  switch (explained) {
    case 'MTBF':
      return { numerator: time('run', stats.runTime), denominator: failures, result: { kind: 'time', value: ms(stats.mtbf) }, terms: [] }
    case 'MTTR':
      return {
        numerator: time('failureTime', stats.failureDuration),
        denominator: failures,
        result: { kind: 'time', value: ms(stats.mttr) },
        terms: [],
      }
    case 'SETUP_RATE':
      return {
        numerator: time('setup', stats.setupDuration),
        denominator: time('runAndSetup', stats.runTime + stats.setupDuration),
        result: { kind: 'percent', value: ratio(stats.setupRate) },
        terms: [],
      }
    case 'DATA_COVERAGE':
      return {
        numerator: time('knownTime', stats.duration - stats.noDataDuration),
        denominator: time('elapsed', stats.duration),
        result: { kind: 'percent', value: ratio(stats.dataCoverage) },
        terms: [],
      }
    default:
      return factorFormula(terms, FACTORS[explained])
  }
}

function factorFormula(terms: readonly RollUpTerm[], key: string): Formula {
  const find = (wanted: string | undefined) => terms.find((term) => term.key === wanted)
  const figure = find(key)
  const [numerator, denominator] = figure?.parts ?? []
  const behind: RollUpTerm[] = []
  const collect = (wanted: string | undefined) => {
    const term = find(wanted)
    if (!term || behind.includes(term)) return
    behind.push(term)
    term.parts.forEach(collect)
  }
  collect(numerator)
  collect(denominator)
  const part = (wanted: string | undefined): FormulaPart => ({ key: wanted ?? key, kind: 'time', value: find(wanted)?.value ?? null })
  return {
    numerator: part(numerator),
    denominator: part(denominator),
    result: { kind: 'percent', value: figure?.value ?? null },
    terms: behind,
  }
}
