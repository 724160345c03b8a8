import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useForm, type FieldProblem } from '#web/ui/form/useForm.ts'
import classes from './Section.module.css'

type PasswordDialogProps = {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly isDanger?: boolean
  readonly onClose: () => void
  /** Does it; returns what was refused. */
  readonly onPassword: (password: string) => Promise<readonly FieldProblem[]>
}

/** Returns a dialog that asks for the password of today before something that weakens the account. */
export function PasswordDialog({ title, text, action, isDanger = false, onClose, onPassword }: PasswordDialogProps) {
  const { t } = useTexts('profile')
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password === '' ? [{ code: 'REQUIRED', field: 'password' }] : []),
    save: ({ password }) => onPassword(password),
  })
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={t('state.close')}>
      <p>{text}</p>
      <form onSubmit={form.submit} noValidate>
        <PasswordField
          {...fieldOf(form, 'password', (problem) => problemText(t, problem))}
          label={t('twoFactor.password')}
          isNew={false}
          showLabel={t('password.show')}
          hideLabel={t('password.hide')}
        />
        <div role="alert">
          {form.others.map((problem) => (
            <p key={problem.code} className={classes['error']}>
              <Explained>{problemText(t, problem)}</Explained>
            </p>
          ))}
        </div>
        <DialogActions>
          <ActionButton onClick={onClose}>{t('cancel')}</ActionButton>
          <ActionButton isMain isSubmit isDanger={isDanger} isBusy={form.isSaving}>
            {action}
          </ActionButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
