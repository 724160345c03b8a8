import { useQuery } from 'urql'
import { AnalyticsChangeDocument, type AnalyticsInput } from '#web/api/generated/graphql.ts'
import { ExplainedChange } from '#web/parts/why/ExplainedChange.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDatesText } from './useDatesText.ts'

/** Returns why OEE differs from that of the period before, by the work centers of the very figures that the page compares. */
export function AnalyticsChange({ input }: { readonly input: AnalyticsInput }) {
  const { t } = useTexts('analytics')
  const { t: ofChange } = useTexts('shiftInsight')
  const datesText = useDatesText()
  const [{ data, error }, refetch] = useQuery({ query: AnalyticsChangeDocument, variables: { input }, requestPolicy: 'cache-and-network' })
  const { over, before, change } = data?.analytics ?? {}
  const ask = () => refetch({ requestPolicy: 'network-only' })
  return (
    <section aria-label={ofChange('change.title')}>
      {error && data === undefined && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />}
      {change === null && <p>{ofChange('change.none')}</p>}
      {change != null && over != null && before != null && (
        <ExplainedChange change={change} note={t('against', { dates: datesText(over), before: datesText(before) })} />
      )}
    </section>
  )
}
