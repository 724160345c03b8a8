import type { LossesListQuery } from '#web/api/generated/graphql.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'

/** Returns the function that says in words what the losses of a filter come to. */
export function useTotalsText(): (totals: NonNullable<LossesListQuery['lossesTotals']>) => string {
  const { t } = useTexts('loss')
  const format = useFormat()
  const unitName = useUnitName()
  return ({ count, duration, explainedShare, unclassifiedCount, rejected }) =>
    [
      t('totals.count', { count, number: format.number(count) }),
      // Rejects stop nothing.
      ...(rejected === undefined
        ? [t('totals.stopped', { duration: format.duration(duration * 1000) })]
        : rejected.map(({ quantity, measurementUnit }) => `${format.number(quantity)} ${unitName(measurementUnit)}`)),
      ...(explainedShare == null ? [] : [t('totals.explained', { share: format.percent(explainedShare, 0) })]),
      ...(unclassifiedCount === 0 ? [] : [t('totals.waiting', { count: unclassifiedCount, number: format.number(unclassifiedCount) })]),
    ].join(' · ')
}
