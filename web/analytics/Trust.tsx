import { useMemo } from 'react'
import { useQuery } from 'urql'
import { AnalyticsTrustDocument, type AnalyticsInput } from '#web/api/generated/graphql.ts'
import { TrustBar } from '#web/parts/shiftInsight/TrustBar.tsx'
import { trustFilter } from './analytics.view.ts'

/** Returns how the reasons of the stops that a question is about came about. */
export function Trust({ input }: { readonly input: AnalyticsInput }) {
  const filter = useMemo(() => trustFilter(input), [input])
  const [{ data }] = useQuery({ query: AnalyticsTrustDocument, variables: { filter }, requestPolicy: 'cache-and-network' })
  return data === undefined ? null : <TrustBar shares={data.lossesTrust} />
}
