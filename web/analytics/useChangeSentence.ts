import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { ChangeMark } from './timeline/timeline.view.ts'
import type { Names } from './useNames.ts'

/** Returns what writes since when a reason takes more, or on which day it did. */
export function useChangeSentence(names: Names): (change: ChangeMark) => string {
  const { t } = useTexts('analytics')
  const format = useFormat()
  const minutes = (value: number) => format.number(value, 1)
  return (change) => {
    const of = {
      place: names.nameOf('WORK_CENTER', String(change.workCenterId)),
      reason: names.nameOf('REASON', String(change.reasonId)),
      date: format.date(Date.parse(`${change.date}T12:00:00Z`)),
    }
    return change.kind === 'SINCE'
      ? t('worse.since', { ...of, since: minutes(change.since), before: minutes(change.before), points: format.number(change.points, 1) })
      : t('worse.day', { ...of, value: minutes(change.minutesPerHour), usual: minutes(change.usual) })
  }
}
