import { useEffect, useId, useRef } from 'react'
import { showToast } from '#web/base/toast.ts'
import { useCopy } from '#web/base/useCopy.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import classes from './ApiKeys.module.css'
import { keyFileName, keyFileOf } from './apiKeys.view.ts'

type NewSecretProps = {
  readonly created: { readonly name: string; readonly secret: string }
  readonly onSaved: () => void
}

/** Returns the secret of a new key with the ways to keep it; it is gone when the person says that it is saved. */
export function NewSecret({ created, onSaved }: NewSecretProps) {
  const { t } = useTexts('apiKey')
  const { copy, outcome } = useCopy()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  // What is shown once is there to be taken along: the keyboard may copy it at once.
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <p id={id}>{t('secretText')}</p>
      <textarea
        ref={field}
        rows={2}
        className={classes['secret']}
        readOnly
        value={created.secret}
        aria-label={t('secretLabel', { name: created.name })}
        aria-describedby={id}
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes['keep']}>
        <ActionButton onClick={() => void copy(created.secret)}>{t('copy')}</ActionButton>
        <ActionButton onClick={() => download(created)}>{t('download')}</ActionButton>
        <span role="status" className={classes['muted']}>
          {outcome !== null && t(outcome)}
        </span>
      </div>
      <DialogActions>
        <ActionButton
          isMain
          onClick={() => {
            onSaved()
            showToast(t('created', { name: created.name }))
          }}
        >
          {t('saved')}
        </ActionButton>
      </DialogActions>
    </>
  )
}

function download(created: NewSecretProps['created']): void {
  const address = URL.createObjectURL(new Blob([keyFileOf(created, location.origin)], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = keyFileName(created.name)
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
