import { showToast } from '#web/app/toast.ts'
import { useTexts } from '#web/parts/problem/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import classes from './NewJoinLink.module.css'
import { QrCode } from './QrCode.tsx'

/** Returns a new link to join by, as a text to copy and as a code to scan; it is not shown again. */
export function NewJoinLink({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  const { t } = useTexts('user')
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => showToast(t('message.copied')),
      () => showToast(t('message.copyFailed')),
    )
  return (
    <>
      <p className={classes['once']}>{t('link.once')}</p>
      <TextField name="url" label={t('link.address')} value={url} onChange={() => {}} isReadOnly />
      <div className={classes['code']}>
        <QrCode text={url} label={t('link.code')} />
      </div>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('link.done')}</ActionButton>
        <ActionButton isMain onClick={() => void copy()}>
          {t('link.copy')}
        </ActionButton>
      </DialogActions>
    </>
  )
}
