import { useMemo } from 'react'
import { useQuery } from 'urql'
import { AnalyticsTrustDocument, type AnalyticsInput } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { TrustBar } from '#web/parts/shiftInsight/TrustBar.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { trustFilter } from './analytics.view.ts'

/** Returns how the reasons of the stops that a question is about came about. */
export function Trust({ input }: { readonly input: AnalyticsInput }) {
  const filter = useMemo(() => trustFilter(input), [input])
  const { t } = useTexts('analytics')
  const [{ data, error }] = useQuery({ query: AnalyticsTrustDocument, variables: { filter }, requestPolicy: 'cache-and-network' })
  const problem = problemsOf(error)[0]
  if (error !== undefined && data === undefined) return <Alert>{problem === undefined ? t('state.wrong') : problemText(t, problem)}</Alert>
  return data === undefined ? null : <TrustBar shares={data.lossesTrust} />
}
