import type { ToldEvent } from '#engine/notification/channel/push.ts'
import { notificationData } from '#engine/notification/channel/webhookNotification.ts'
import type { Tenant } from '#server/db/database.ts'
import { wordsOf } from '#server/mail/renderEmail.ts'
import { queueWebhooks } from '#server/webhook/sendWebhooks.service.ts'
import { singleParams } from './notificationWords.ts'
import { findTold, listToldWebhooks, listWebhooksOf } from './webhookTold.store.ts'

/** Queues the notification for the webhooks of the rule; those that were told of it hear of it again only if there is news (domain.md AL-20). */
export async function tellWebhooksOfRule(
  tenant: Tenant,
  id: string,
  { configId, isNews, now }: { readonly configId: string; readonly isNews: boolean; readonly now: number },
): Promise<void> {
  const webhooks = await listWebhooksOf(tenant, id, configId)
  const idsOf = (isTold: boolean) => webhooks.filter(({ wasTold }) => wasTold === isTold).map(({ webhookId }) => webhookId)
  await tell(tenant, id, { webhookIds: idsOf(false), event: 'FIRED', now })
  if (isNews) await tell(tenant, id, { webhookIds: idsOf(true), event: 'UPDATED', now })
}

/** Queues what became of the notification for all webhooks that were told of it. */
export async function tellWebhooksAgain(tenant: Tenant, id: string, event: ToldEvent, now: number): Promise<void> {
  await tell(tenant, id, { webhookIds: await listToldWebhooks(tenant, id), event, now })
}

type Telling = { readonly webhookIds: readonly string[]; readonly event: ToldEvent; readonly now: number }

/** Its data are as they are at this moment, however late they are sent. */
async function tell(tenant: Tenant, id: string, { webhookIds, event, now }: Telling): Promise<void> {
  if (webhookIds.length === 0) return
  const told = await findTold(tenant, id)
  if (told === null) return
  const { zone: _zone, ...said } = told
  const { title } = wordsOf({ kind: 'NOTIFICATION', params: { ...singleParams(told, 'en', now), link: 'about:blank' } }, 'en')
  const message = {
    type: `notification.${event.toLowerCase()}`,
    occurredAt: now,
    data: notificationData({ id, ...said, text: title }),
    link: `/notifications?id=${id}`,
    subject: id,
    notificationId: id,
  }
  await queueWebhooks(tenant, webhookIds, message, now)
}
