import { useState } from 'react'
import { WEBHOOK_LIMITS } from '#engine/webhook/webhookForm.ts'
import { ChangeWebhookDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { useCopy } from '#web/base/useCopy.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import classes from '#web/parts/rules/notifications.module.css'

/** Returns the form of a new webhook; once it is added its secret is shown, once. */
export function WebhookForm({ onAdded }: { readonly onAdded: () => void }) {
  const { t } = useTexts('notification')
  const adding = useChange(ChangeWebhookDocument)
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [secret, setSecret] = useState<string | null>(null)
  const errorOf = (field: string) => {
    const problem = adding.problemOf(field)
    return problem === null ? null : problemText(t, problem)
  }
  const add = async () => {
    const { data, problems } = await adding.run({ input: { name, url } })
    if (data === null) {
      if (problems[0] !== undefined && problems[0].field === undefined) showToast(problemText(t, problems[0]))
      return
    }
    showToast(t('webhook.added'))
    setSecret(data.createOrUpdateWebhook.secret)
    setName('')
    setUrl('')
    onAdded()
  }
  if (secret !== null) return <WebhookSecret secret={secret} note={null} onClose={() => setSecret(null)} />
  return (
    <form
      className={classes['form']}
      aria-label={t('webhook.new')}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <TextField
        name="name"
        label={t('webhook.name')}
        value={name}
        maxLength={WEBHOOK_LIMITS.name}
        onChange={setName}
        error={errorOf('name')}
      />
      <TextField
        name="url"
        label={t('webhook.url')}
        value={url}
        placeholder="https://hooks.example.com/…"
        maxLength={WEBHOOK_LIMITS.url}
        onChange={setUrl}
        error={errorOf('url')}
      />
      <ActionButton isMain isSubmit isBusy={adding.isBusy} isDisabled={name.trim() === '' || url.trim() === ''}>
        {t('webhook.add')}
      </ActionButton>
    </form>
  )
}

type SecretProps = { readonly secret: string; readonly note: string | null; readonly onClose: () => void }

/** Returns the secret of a webhook, to be copied now: it is not shown again. */
export function WebhookSecret({ secret, note, onClose }: SecretProps) {
  const { t } = useTexts('notification')
  const { outcome, copy } = useCopy()
  return (
    <section className={classes['preview']} aria-label={t('webhook.secret')}>
      <h3>{t('webhook.secret')}</h3>
      <code className={classes['address']}>{secret}</code>
      <p className={classes['muted']}>
        {t('webhook.secretHelp')} {note}
      </p>
      <div className={classes['actions']}>
        <ActionButton isMain onClick={() => void copy(secret)}>
          {t('webhook.copy')}
        </ActionButton>
        <ActionButton onClick={onClose}>{t('webhook.close')}</ActionButton>
        <span role="status">{outcome !== null && t(outcome)}</span>
      </div>
    </section>
  )
}
