import { useEffect, useState } from 'react'
import { ConfirmTwoFactorDocument, StartTwoFactorDocument, type StartTwoFactorMutation } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { withoutSpaces } from '#web/ui/form/withoutSpaces.ts'
import classes from './Section.module.css'

type TwoFactorSetupProps = { readonly onClose: () => void; readonly onCodes: (codes: readonly string[]) => void }

/** Returns the dialog that connects an authenticator app: the picture to scan, the secret to type instead, and the first code as proof. */
export function TwoFactorSetup({ onClose, onCodes }: TwoFactorSetupProps) {
  const { t } = useTexts('profile')
  const { run: start } = useChange(StartTwoFactorDocument)
  const { run: confirm } = useChange(ConfirmTwoFactorDocument)
  const [setup, setSetup] = useState<StartTwoFactorMutation['startTwoFactor'] | null>(null)
  const [refused, setRefused] = useState<readonly ApiProblem[]>([])
  useEffect(() => {
    let isCurrent = true
    void start({}).then(({ data, problems }) => {
      if (!isCurrent) return
      if (data != null) setSetup(data.startTwoFactor)
      setRefused(problems)
    })
    return () => {
      isCurrent = false
    }
  }, [start])
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code === '' ? [{ code: 'REQUIRED', field: 'code' }] : []),
    save: async ({ code }) => {
      const answer = await confirm({ code })
      if (answer.data != null) onCodes(answer.data.confirmTwoFactor)
      return answer.problems
    },
  })
  const field = fieldOf(form, 'code', (problem) => problemText(t, problem))
  return (
    <Dialog isOpen onClose={onClose} title={t('twoFactor.setupTitle')} closeLabel={t('state.close')}>
      <div role="alert">
        {[...refused, ...form.others].map((problem) => (
          <p key={problem.code} className={classes['error']}>
            <Explained>{problemText(t, problem)}</Explained>
          </p>
        ))}
      </div>
      {setup !== null && (
        <>
          <p>{t('twoFactor.scan')}</p>
          <QrCode {...setup.qr} label={t('twoFactor.qr')} />
          <p>{t('twoFactor.type')}</p>
          <code className={classes['secret']}>{setup.secret}</code>
          <p>
            <a href={setup.uri}>{t('twoFactor.open')}</a>
          </p>
          <form onSubmit={form.submit} noValidate>
            <TextField
              {...field}
              label={t('twoFactor.code')}
              help={t('twoFactor.codeHelp')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              onChange={(typed) => field.onChange(withoutSpaces(typed))}
            />
            <DialogActions>
              <ActionButton onClick={onClose}>{t('cancel')}</ActionButton>
              <ActionButton isMain isSubmit isBusy={form.isSaving}>
                {t('twoFactor.turnOn')}
              </ActionButton>
            </DialogActions>
          </form>
        </>
      )}
    </Dialog>
  )
}

type QrCodeProps = { readonly size: number; readonly path: string; readonly label: string }

function QrCode({ size, path, label }: QrCodeProps) {
  return (
    <svg className={classes['qr']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
