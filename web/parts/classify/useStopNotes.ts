import { useCommonTexts } from '#web/texts/useTexts.ts'
import { dateAt } from '#engine/time/statPeriod.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { serverNow } from '#web/ui/clock.ts'
import type { Stop } from './stops.view.ts'

type Noted = Pick<Stop, 'reasonSource' | 'isProvisional' | 'isApproved' | 'changed'> & Partial<Pick<Stop, 'isUnsent'>>

/** Returns the function that tells who gave a stop its reason and when, or that it came by itself, and whether it can still change; nothing without a reason. */
export function useStopNotes(): (stop: Noted) => readonly string[] {
  const { t } = useCommonTexts()
  const format = useFormat()
  const sourceOf = ({ reasonSource, changed }: Noted) => {
    if (reasonSource == null) return []
    if (reasonSource !== 'MANUAL' || changed === null) return [t(`stops.by.${reasonSource}`)]
    const isToday = dateAt(format.timeZone, changed.at) === dateAt(format.timeZone, serverNow())
    return [`${changed.name}, ${isToday ? format.time(changed.at) : format.dateTime(changed.at)}`]
  }
  return (stop) => [
    ...(stop.isUnsent === true ? [`◷ ${t('unsent.mark')}`] : sourceOf(stop)),
    ...(stop.isProvisional ? [t('stops.provisional')] : []),
    ...(stop.isApproved ? [t('stops.approved')] : []),
  ]
}
