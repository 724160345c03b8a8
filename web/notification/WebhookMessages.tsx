import type { NotificationWebhooksQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from '#web/parts/rules/notifications.module.css'

type Message = NotificationWebhooksQuery['webhooks'][number]['messages'][number]

/** Returns what a webhook was sent, the newest first: what came of each message, and when it is tried next. */
export function WebhookMessages({ name, messages }: { readonly name: string; readonly messages: readonly Message[] }) {
  const { t } = useTexts('notification')
  const format = useFormat()
  const timeOf = (at: string) => format.dateTime(Date.parse(at))
  const lineOf = ({ type, occurredAt, state, tries, status, problem, dueAt }: Message) => [
    timeOf(occurredAt),
    type,
    t(`webhook.state.${state}`),
    ...(status === null ? [] : [String(status)]),
    ...(problem === null ? [] : [t(`webhook.problem.${problem}`)]),
    ...(tries > 1 ? [t('webhook.tries', { count: tries })] : []),
    ...(state === 'QUEUED' && tries > 0 ? [t('webhook.next', { time: timeOf(dueAt) })] : []),
  ]
  return (
    <details className={classes['sent']}>
      <summary>
        {t('webhook.messages')}
        <span className="hidden-text">: {name}</span>
      </summary>
      {messages.length === 0 ? (
        <p>{t('webhook.noMessages')}</p>
      ) : (
        <ul>
          {messages.map((message) => (
            <li key={message.id}>{lineOf(message).join(' · ')}</li>
          ))}
        </ul>
      )}
    </details>
  )
}
