import { useCopy } from '#web/base/useCopy.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import classes from './NewJoinLink.module.css'
import { QrCode } from '#web/parts/QrCode.tsx'

/** Returns a new link to join by, as a text to copy and as a code to scan; it is not shown again. */
export function NewJoinLink({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  const { t } = useTexts('user')
  const { copy, outcome } = useCopy()
  return (
    <>
      <p className={classes['once']}>{t('link.once')}</p>
      <TextField name="url" label={t('link.address')} value={url} onChange={() => {}} isReadOnly />
      <div className={classes['code']}>
        <QrCode text={url} label={t('link.code')} />
      </div>
      <DialogActions>
        <span role="status" className={classes['once']}>
          {outcome !== null && t(outcome)}
        </span>
        <ActionButton onClick={onClose}>{t('link.done')}</ActionButton>
        <ActionButton isMain onClick={() => void copy(url)}>
          {t('link.copy')}
        </ActionButton>
      </DialogActions>
    </>
  )
}
