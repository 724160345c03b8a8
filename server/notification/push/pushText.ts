import type { PushText } from '#engine/notification/channel/push.ts'
import { isLanguage } from '#engine/user/language.ts'
import { wordsOf } from '#server/mail/renderEmail.ts'
import { messageContent } from '../messageContent.ts'
import type { MessageGroup } from '../messageContent.ts'
import { clockOf } from '../plainTimes.ts'
import type { QueuedPush } from './pushDelivery.store.ts'

/** Returns what a message says in the language of the person: one notification, a group with its cause, or several in a sentence each; those held back before it are counted. */
export function pushText(
  rows: readonly QueuedPush[],
  {
    publicUrl,
    companyId,
    groups,
    withheld,
    now,
  }: {
    readonly publicUrl: string
    readonly companyId: string
    readonly groups: readonly MessageGroup[]
    readonly withheld: number
    readonly now: number
  },
): PushText {
  const [first, ...others] = new Map(rows.map((row) => [row.notificationId, row])).values()
  // Whoever is in several companies may be looking at another one.
  const inbox = `${publicUrl}/notifications?company=${companyId}`
  if (first === undefined) return { title: '', line: '', link: inbox }
  const language = isLanguage(first.language) ? first.language : 'en'
  const linkOf = (one: { readonly notificationId: string } | null) => (one === null ? inbox : `${inbox}&id=${one.notificationId}`)
  const content = messageContent([first, ...others], { language, groups, withheld, now, linkOf })
  return { ...wordsOf(content, language), link: content.kind === 'NOTIFICATION' ? content.params.link : inbox }
}

/** Returns what replaces a message that was shown: what it told did not happen. */
export function withdrawnText(
  { language, notificationId, since, workCenter, zone }: QueuedPush,
  { publicUrl, companyId, now }: { readonly publicUrl: string; readonly companyId: string; readonly now: number },
): PushText {
  const link = `${publicUrl}/notifications?company=${companyId}&id=${notificationId}`
  const content = { kind: 'NOTIFICATION_RETRACTED', params: { workCenter, since: clockOf(since, zone, now), link } } as const
  return { ...wordsOf(content, isLanguage(language) ? language : 'en'), link }
}
