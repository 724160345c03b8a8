import { useMemo } from 'react'
import { useQuery } from 'urql'
import type { Measure } from '#engine/analytics/dimensions.ts'
import { AnalyticsDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import type { ShownProblem } from '#web/texts/problemText.ts'
import { analyticsInput, furtherMeasuresOf, valuesByKey } from './analytics.view.ts'
import type { AnalyticsSearch } from './analyticsSearch.ts'
import { useWriter, type Writer } from './useWriter.ts'

/** A measure beside that of the chart, by the keys of the rows; null = its answer is still to come, or was refused. */
export type Further = {
  readonly measure: Measure
  readonly writer: Writer
  readonly values: ReadonlyMap<string, number | null> | null
  /** Why there is no answer; null = there is one, or will be. */
  readonly problem: ShownProblem | null
}

const UNKNOWN: ShownProblem = { code: 'UNKNOWN' }

/** Returns the further measures of the question with their values: of the same days, dimensions and filters as far as each has them. */
export function useFurther(search: AnalyticsSearch, today: string): readonly Further[] {
  const measures = furtherMeasuresOf(search)
  // Hooks stand in one order, so there are always as many as there may be measures.
  return [useOne(search, today, measures[0]), useOne(search, today, measures[1])].filter((one) => one !== null)
}

function useOne(search: AnalyticsSearch, today: string, measure: Measure | undefined): Further | null {
  const input = useMemo(() => analyticsInput({ ...search, m: measure ?? search.m, cmp: 'NONE', unit: '' }, today), [measure, search, today])
  const [{ data, error, fetching }] = useQuery({
    query: AnalyticsDocument,
    variables: useMemo(() => ({ input }), [input]),
    pause: measure === undefined,
    requestPolicy: 'cache-and-network',
  })
  // While it is fetched this is what another question was answered.
  const answer = fetching ? undefined : data?.analytics
  const writer = useWriter(measure ?? search.m, answer?.unit)
  const values = useMemo(() => (answer === undefined ? null : valuesByKey(answer)), [answer])
  if (measure === undefined) return null
  const problem = error === undefined || fetching ? null : (problemsOf(error)[0] ?? UNKNOWN)
  return { measure, writer, values: problem === null ? values : null, problem }
}
