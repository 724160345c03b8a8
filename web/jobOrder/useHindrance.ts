import { problemText, type ShownProblem } from '#web/texts/problemText.ts'
import type { Translate } from '#web/texts/translate.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Hindered } from './jobOrders.view.ts'

/** Returns the name of a field of an order that a refusal speaks of far from it; null where the sentence says enough. */
export function orderFieldName(t: Translate<'jobOrder'>, field: string | undefined): string | null {
  if (field === 'productId') return t('column.product')
  if (field === 'workCenterId') return t('column.workCenter')
  if (field === 'planOutput') return t('form.planOutput')
  if (field === 'planCycleTime') return t('performanceBy.CYCLE_TIME')
  if (field === 'targetSpeedQuantity') return t('performanceBy.SPEED')
  return field === 'planEnd' ? t('form.planEnd') : null
}

/** Returns the function that says why an action of an order is not possible now: all that stands in its way, with the names of the fields. */
export function useHindrance(): (hindered: Pick<Hindered, 'problems'>) => string {
  const { t } = useTexts('jobOrder')
  const wordsOf = (problem: ShownProblem): string => {
    const field = orderFieldName(t, problem.field)
    return field === null ? problemText(t, problem) : t('panel.field', { field, problem: problemText(t, problem) })
  }
  return ({ problems }) => problems.map(wordsOf).join('; ')
}
