import type { IntegrationRunFactsFragment } from '#web/api/generated/graphql.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { failureProblem } from './integration.view.ts'

const COUNTS = ['created', 'changed', 'closed', 'unchanged', 'refused', 'elsewhere'] as const

/** Returns what an import read and did, or why it failed, as one line. */
export function useRunText(): (run: Pick<IntegrationRunFactsFragment, 'counts' | 'error'>) => string {
  const { t } = useTexts('integration')
  return ({ counts, error }) => {
    if (error != null) return problemText(t, failureProblem(error))
    if (counts == null) return t('run.going')
    const told = COUNTS.filter((one) => counts[one] > 0).map((one) => t(`run.${one}`, { count: counts[one] }))
    return [t('run.read', { count: counts.read }), ...told].join(' · ')
  }
}
