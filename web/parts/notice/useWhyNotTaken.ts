import { fullName } from '#engine/user/person.ts'
import type { InboxItemFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { createFormat } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { whenOf } from './sentence.view.ts'

/** Returns what tells somebody who wanted to take care of a notification why they do not: who was faster, or that it is over. */
export function useWhyNotTaken(): (item: InboxItemFragment) => string {
  const { t } = useTexts('notification')
  const { locale, timeZone } = useFormat()
  return ({ acknowledgedBy: by, acknowledgedAt, since, until, workCenter }) => {
    // A machine's time is told by the clock on its wall.
    const format = createFormat(locale, workCenter?.timeZone ?? timeZone)
    if (by !== null) return t('taken', { name: fullName(by), time: whenOf(format, Date.parse(acknowledgedAt ?? since), serverNow()) })
    return until === null ? t('retracted') : t('over', { time: whenOf(format, Date.parse(until), serverNow()) })
  }
}
