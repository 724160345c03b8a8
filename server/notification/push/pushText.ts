import type { PushText } from '#engine/notification/channel/push.ts'
import { isLanguage } from '#engine/user/language.ts'
import { wordsOf } from '#server/mail/renderEmail.ts'
import { groupParams, singleParams } from '../notificationWords.ts'
import type { QueuedPush } from './pushDelivery.store.ts'

/** Returns what a message says in the language of the person: one notification, or how many and where; those held back before it are counted. */
export function pushText(
  rows: readonly QueuedPush[],
  { publicUrl, withheld, now }: { readonly publicUrl: string; readonly withheld: number; readonly now: number },
): PushText {
  const [first, ...others] = new Map(rows.map((row) => [row.notificationId, row])).values()
  if (first === undefined) return { title: '', line: '', link: `${publicUrl}/notifications` }
  const language = isLanguage(first.language) ? first.language : 'en'
  if (others.length === 0 && withheld === 0) {
    const link = `${publicUrl}/notifications?id=${first.notificationId}`
    return { ...wordsOf({ kind: 'NOTIFICATION', params: { ...singleParams(first, now), link } }, language), link }
  }
  const link = `${publicUrl}/notifications`
  return { ...wordsOf({ kind: 'NOTIFICATIONS', params: { ...groupParams([first, ...others], withheld), link } }, language), link }
}
