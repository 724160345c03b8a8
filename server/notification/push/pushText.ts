import type { PushText } from '#engine/notification/channel/push.ts'
import { isLanguage } from '#engine/user/language.ts'
import { wordsOf } from '#server/mail/renderEmail.ts'
import { groupParams, singleParams } from '../notificationWords.ts'
import type { QueuedPush } from './pushDelivery.store.ts'

/** Returns what a message says in the language of the person: one notification, or how many and where; those held back before it are counted. */
export function pushText(
  rows: readonly QueuedPush[],
  {
    publicUrl,
    companyId,
    withheld,
    now,
  }: { readonly publicUrl: string; readonly companyId: string; readonly withheld: number; readonly now: number },
): PushText {
  const [first, ...others] = new Map(rows.map((row) => [row.notificationId, row])).values()
  // Whoever is in several companies may be looking at another one.
  const inbox = `${publicUrl}/notifications?company=${companyId}`
  if (first === undefined) return { title: '', line: '', link: inbox }
  const language = isLanguage(first.language) ? first.language : 'en'
  if (others.length === 0 && withheld === 0) {
    const link = `${inbox}&id=${first.notificationId}`
    return { ...wordsOf({ kind: 'NOTIFICATION', params: { ...singleParams(first, now), link } }, language), link }
  }
  return {
    ...wordsOf({ kind: 'NOTIFICATIONS', params: { ...groupParams([first, ...others], withheld), link: inbox } }, language),
    link: inbox,
  }
}
