import { SECOND_MS } from '#engine/time/durations.ts'
import type { ChecklistFieldsFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'

type Frequency = ChecklistFieldsFragment['frequency']

/** Returns what says in words when a checklist is asked. */
export function useFrequencyText(): (frequency: Frequency) => string {
  const { t } = useTexts('checklist')
  const format = useFormat()
  return ({ source, showEvery, showAfter, showAt, status, reason, ...flags }) => {
    const after = format.duration(showAfter * SECOND_MS)
    const main = {
      REGULAR_INTERVALS: () => t('when.REGULAR_INTERVALS', { every: format.duration((showEvery ?? 0) * SECOND_MS) }),
      QUANTITY_PRODUCED: () => t('when.QUANTITY_PRODUCED', { every: format.number(showEvery) }),
      DAILY_SCHEDULE: () => t('when.DAILY_SCHEDULE', { times: showAt.join(', ') }),
      STATUS: () =>
        showAfter > 0
          ? t('when.STATUS_LATER', { after, name: status?.name ?? t('when.anyStop') })
          : t('when.STATUS', { name: status?.name ?? t('when.anyStop') }),
      REASON: () =>
        showAfter > 0
          ? t('when.REASON_LATER', { after, name: reason?.name ?? t('when.anyReason') })
          : t('when.REASON', { name: reason?.name ?? t('when.anyReason') }),
      LOSS_REASON: () => t('when.LOSS_REASON', { name: reason?.name ?? t('when.anyReason') }),
    }[source]()
    const isCounted = source === 'REGULAR_INTERVALS' || source === 'QUANTITY_PRODUCED'
    const more = [
      isCounted && flags.resetAtShiftStart ? t('when.resetAtShiftStart') : '',
      isCounted && flags.resetAtProductChangeover ? t('when.resetAtProductChangeover') : '',
      source === 'REGULAR_INTERVALS' && flags.pauseDuringDowntime ? t('when.pauseDuringDowntime') : '',
      flags.allowManualActivation ? t('when.byHand') : '',
    ]
    return [main, ...more.filter((one) => one !== '')].join(', ')
  }
}
