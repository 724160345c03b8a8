import { useState } from 'react'
import type { ApiKeyForm } from '#engine/apiKey/apiKeyForm.ts'
import { CreateApiKeyDocument, type CreateApiKeyMutation } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { useForm } from '#web/ui/form/useForm.ts'
import classes from './ApiKeys.module.css'
import { keyFieldProblems, keyFormOf, NEW_KEY } from './apiKeys.view.ts'
import { KeyFieldSet } from './KeyFieldSet.tsx'
import { NewSecret } from './NewSecret.tsx'

type Created = CreateApiKeyMutation['createApiKey']
type Step =
  | { readonly kind: 'form' }
  | { readonly kind: 'confirm'; readonly wanted: ApiKeyForm }
  | { readonly kind: 'secret'; readonly created: Created }

type NewKeyDialogProps = { readonly onClose: () => void; readonly onMade: () => void }

/** Returns the steps to a new key: its fields, the confirmation, and its secret, shown only now. */
export function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const { t } = useTexts('apiKey')
  const format = useFormat()
  const { isBusy, run: create } = useChange(CreateApiKeyDocument)
  const [step, setStep] = useState<Step>({ kind: 'form' })
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({
    initial: NEW_KEY,
    check: (fields) => keyFieldProblems(fields, Date.now(), format),
    save: (fields) => {
      setRefusal(null)
      setStep({ kind: 'confirm', wanted: keyFormOf(fields, Date.now(), format) })
      return Promise.resolve([])
    },
  })
  const make = async ({ name, description, expiration }: ApiKeyForm) => {
    const { data, problems } = await create({
      name,
      description,
      expiration: expiration === null ? null : new Date(expiration).toISOString(),
    })
    if (data !== null) {
      setStep({ kind: 'secret', created: data.createApiKey })
      onMade()
      return
    }
    const [problem] = problems
    setRefusal(problem === undefined ? null : problemText(t, problem))
    showToast(t('createFailed'))
  }
  const title = { form: t('newTitle'), confirm: t('confirmTitle', { name: form.values.name.trim() }), secret: t('secretTitle') }
  return (
    <Dialog isOpen onClose={onClose} title={title[step.kind]} closeLabel={t('state.close')} isKept={step.kind === 'secret'}>
      {step.kind === 'form' && (
        <form noValidate onSubmit={form.submit}>
          <KeyFieldSet form={form} />
          <DialogActions>
            <ActionButton onClick={onClose}>{t('cancel')}</ActionButton>
            <ActionButton isMain isSubmit>
              {t('next')}
            </ActionButton>
          </DialogActions>
        </form>
      )}
      {step.kind === 'confirm' && (
        <>
          <p>{t('confirmText')}</p>
          <p className={classes['muted']}>
            {step.wanted.expiration === null ? t('confirmNever') : t('confirmUntil', { date: format.dateTime(step.wanted.expiration) })}
          </p>
          {refusal !== null && <Alert className={classes['refusal']}>{refusal}</Alert>}
          <DialogActions>
            <ActionButton onClick={() => setStep({ kind: 'form' })}>{t('back')}</ActionButton>
            <ActionButton isMain isBusy={isBusy} onClick={() => void make(step.wanted)}>
              {t('create')}
            </ActionButton>
          </DialogActions>
        </>
      )}
      {step.kind === 'secret' && <NewSecret created={step.created} onSaved={onClose} />}
    </Dialog>
  )
}
