import { useState } from 'react'
import { WEBHOOK_TOPICS, type WebhookTopic } from '#engine/webhook/webhookTopic.ts'
import {
  ChangeWebhookDocument,
  NotificationWebhooksDocument,
  type NotificationWebhooksQuery,
  RemoveWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
} from '#web/api/generated/graphql.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import classes from '#web/parts/rules/notifications.module.css'
import { WebhookForm, WebhookSecret } from './WebhookForm.tsx'
import { WebhookMessages } from './WebhookMessages.tsx'

type Webhook = NotificationWebhooksQuery['webhooks'][number]

/** Returns the company's webhooks, each to be tried, switched off and removed, with what they were sent, and the form of a new one (U-83). */
export function Webhooks() {
  const { t } = useTexts('notification')
  const [result, ask] = useFreshQuery(NotificationWebhooksDocument, {}, { workCenterIds: null, kinds: ['notification'] })
  const [problem] = problemsOf(result.error)
  const { data } = result
  if (data === undefined) {
    if (result.error === undefined) return <p role="status">{t('state.loading')}</p>
    return <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
  }
  return (
    <>
      <p className={classes['muted']}>{t('webhook.intro')}</p>
      <WebhookForm onAdded={ask} />
      {data.webhooks.length === 0 ? (
        <EmptyState title={t('empty.WEBHOOKS')} />
      ) : (
        <ul className={classes['list']}>
          {data.webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onChanged={ask} />
          ))}
        </ul>
      )}
    </>
  )
}

function WebhookRow({ webhook, onChanged }: { readonly webhook: Webhook; readonly onChanged: () => void }) {
  const { t } = useTexts('notification')
  const changing = useChange(ChangeWebhookDocument)
  const testing = useChange(TestWebhookDocument)
  const rotating = useChange(RotateWebhookSecretDocument)
  const removing = useChange(RemoveWebhookDocument)
  const [isAsked, setAsked] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const { id, name, url, isActive, version, topics } = webhook
  const told = (problems: readonly Parameters<typeof problemText>[1][]) => {
    if (problems[0] !== undefined) showToast(problemText(t, problems[0]))
    onChanged()
  }
  const test = async () => {
    const { data, problems } = await testing.run({ id })
    const answer = data?.testWebhook
    if (answer === undefined) return told(problems)
    const { status } = answer
    if (status === null) showToast(t(`webhook.problem.${answer.problem ?? 'UNREACHABLE'}`))
    else showToast(t(answer.isTaken ? 'webhook.taken' : 'webhook.refused', { status }))
  }
  const rotate = async () => {
    const { data, problems } = await rotating.run({ id })
    setSecret(data?.rotateWebhookSecret.secret ?? null)
    told(problems)
  }
  const input = { id, name, url: url ?? '', isActive: !isActive, version }
  const choose = async (topic: WebhookTopic, isTold: boolean) => {
    const chosen = WEBHOOK_TOPICS.filter((one) => (one === topic ? isTold : topics.includes(one)))
    told((await changing.run({ input: { ...input, isActive, topics: [...chosen] } })).problems)
  }
  return (
    <li className={classes['row']} data-state={isActive ? 'OPEN' : 'RESOLVED'}>
      <div className={classes['what']}>
        <span className={classes['place']}>{name}</span>
        <span className={classes['address']}>{url}</span>
        <WebhookState webhook={webhook} />
      </div>
      <div className={classes['actions']}>
        <ActionButton isBusy={testing.isBusy} onClick={() => void test()}>
          {t('webhook.test')}
          <span className="hidden-text">: {name}</span>
        </ActionButton>
        <ActionButton isBusy={changing.isBusy} onClick={() => void changing.run({ input }).then((done) => told(done.problems))}>
          {t(isActive ? 'webhook.switchOff' : 'webhook.switchOn')}
          <span className="hidden-text">: {name}</span>
        </ActionButton>
        <ActionButton isBusy={rotating.isBusy} onClick={() => void rotate()}>
          {t('webhook.rotate')}
          <span className="hidden-text">: {name}</span>
        </ActionButton>
        <ActionButton isDanger onClick={() => setAsked(true)}>
          {t('webhook.remove')}
          <span className="hidden-text">: {name}</span>
        </ActionButton>
      </div>
      <fieldset className={classes['topics']}>
        <legend>{t('webhook.topics')}</legend>
        {WEBHOOK_TOPICS.map((topic) => (
          <CheckField
            key={topic}
            name={`${id}-${topic}`}
            label={
              <>
                {t(`webhook.topic.${topic}`)}
                <span className="hidden-text">: {name}</span>
              </>
            }
            isChecked={topics.includes(topic)}
            isDisabled={url == null || changing.isBusy}
            onChange={(isTold) => void choose(topic, isTold)}
          />
        ))}
      </fieldset>
      {secret !== null && <WebhookSecret secret={secret} note={t('webhook.rotated')} onClose={() => setSecret(null)} />}
      <WebhookMessages name={name} messages={webhook.messages} />
      <ConfirmDialog
        isOpen={isAsked}
        title={t('webhook.removeAsk', { name })}
        confirmLabel={t('webhook.remove')}
        cancelLabel={t('webhook.cancel')}
        closeLabel={t('state.close')}
        isDanger
        isBusy={removing.isBusy}
        onConfirm={() =>
          void removing.run({ id }).then((done) => {
            setAsked(false)
            told(done.problems)
          })
        }
        onClose={() => setAsked(false)}
      />
    </li>
  )
}

function WebhookState({ webhook: { isActive, disabledBecause, failsSince, lastOkOn } }: { readonly webhook: Webhook }) {
  const { t } = useTexts('notification')
  const format = useFormat()
  const timeOf = (at: string) => format.dateTime(Date.parse(at))
  if (disabledBecause !== null) return <strong className={classes['trouble']}>{t(`webhook.because.${disabledBecause}`)}</strong>
  if (!isActive) return <span className={classes['muted']}>{t('webhook.off')}</span>
  if (failsSince !== null) return <strong className={classes['trouble']}>{t('webhook.failsSince', { time: timeOf(failsSince) })}</strong>
  return (
    <span className={classes['muted']}>{lastOkOn === null ? t('webhook.never') : t('webhook.lastOk', { time: timeOf(lastOkOn) })}</span>
  )
}
