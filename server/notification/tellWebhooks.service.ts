import type { ToldEvent } from '#engine/notification/channel/push.ts'
import { notificationData } from '#engine/notification/channel/webhookNotification.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { wordsOf } from '#server/mail/renderEmail.ts'
import { queueWebhookMessages } from '#server/webhook/sendWebhooks.service.ts'
import type { EpisodeRow } from './episode.store.ts'
import { singleParams } from './notificationWords.ts'
import { readWebhooksOf } from './webhookTold.store.ts'

/** Where a notification is, as others are told. */
export type ToldPlace = { readonly workCenterId: WorkCenterId; readonly workCenter: string; readonly zone: string }

/** Something that webhooks hear of a notification; its data are as they are at this moment, however late they are sent. */
export type WebhookTelling = ToldPlace & {
  readonly row: EpisodeRow
  readonly event: ToldEvent
  /** The rule whose webhooks hear of it for the first time (domain.md AL-20). null = those alone that heard of it before. */
  readonly configId: string | null
  /** Whether those hear of it again that heard of it before. */
  readonly isNews: boolean
}

/** Queues what became of notifications for the webhooks that hear of it, in the order in which it came. */
export async function tellWebhooks(tenant: Tenant, tellings: readonly WebhookTelling[], now: number): Promise<void> {
  if (tellings.length === 0) return
  const webhooks = await readWebhooksOf(tenant, {
    configIds: [...new Set(tellings.flatMap(({ configId }) => configId ?? []))],
    notificationIds: [...new Set(tellings.map(({ row }) => row.id))],
  })
  if (webhooks === null) return
  const told = new Map([...webhooks.told].map(([id, own]) => [id, new Set(own)]))
  const messages = tellings.flatMap((telling) => {
    const { row, event, configId, isNews } = telling
    const before = told.get(row.id) ?? new Set()
    const fresh = (webhooks.rules.get(configId ?? '') ?? []).filter((id) => !before.has(id))
    told.set(row.id, new Set([...before, ...fresh]))
    const again = isNews ? [...before] : []
    return [
      { webhookIds: fresh, event: configId === null ? event : ('FIRED' as const) },
      { webhookIds: again, event: configId === null ? event : ('UPDATED' as const) },
    ].flatMap((one) => (one.webhookIds.length === 0 ? [] : [{ webhookIds: one.webhookIds, message: messageOf(telling, one.event, now) }]))
  })
  await queueWebhookMessages(tenant, messages, now)
}

function messageOf({ row, workCenterId, workCenter, zone }: WebhookTelling, event: ToldEvent, now: number) {
  const { id, type, severity, state, since, until, firedAt, isFoundLate, params } = row
  const said = { type, severity, state, workCenterId, workCenter, since, until, firedAt: firedAt ?? now, isFoundLate, params }
  const { title } = wordsOf({ kind: 'NOTIFICATION', params: { ...singleParams({ ...said, zone }, 'en', now), link: 'about:blank' } }, 'en')
  return {
    type: `notification.${event.toLowerCase()}`,
    occurredAt: now,
    data: notificationData({ id, ...said, text: title }),
    link: `/notifications?id=${id}`,
    subject: id,
    notificationId: id,
  }
}
