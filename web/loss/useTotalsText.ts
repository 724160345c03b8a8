import type { LossesListQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'

/** Returns the function that says in words what the losses of a filter come to. */
export function useTotalsText(): (totals: NonNullable<LossesListQuery['lossesTotals']>) => string {
  const { t } = useTexts('loss')
  const format = useFormat()
  return ({ count, duration, explainedShare, unclassifiedCount }) =>
    [
      t('totals.count', { count }),
      t('totals.stopped', { duration: format.duration(duration * 1000) }),
      ...(explainedShare == null ? [] : [t('totals.explained', { share: format.percent(explainedShare, 0) })]),
      ...(unclassifiedCount === 0 ? [] : [t('totals.waiting', { count: unclassifiedCount })]),
    ].join(' · ')
}
