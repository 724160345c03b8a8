import { useState } from 'react'
import { useCopy } from '#web/base/useCopy.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import classes from './Section.module.css'

type RecoveryCodesDialogProps = { readonly codes: readonly string[]; readonly onClose: () => void }

/** Returns the dialog with the recovery codes, shown only now, to copy or save. Closes only after the person confirms having kept them. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTexts('profile')
  const [isKept, setKept] = useState(false)
  const { copy, outcome } = useCopy()
  return (
    <Dialog isOpen isKept onClose={onClose} title={t('recovery.title')} closeLabel={t('state.close')}>
      <p>{t('recovery.text')}</p>
      <ul className={classes['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes['row']}>
        <ActionButton onClick={() => void copy(codes.join('\n'))}>{t('recovery.copy')}</ActionButton>
        <ActionButton onClick={() => download(codes)}>{t('recovery.download')}</ActionButton>
        <span role="status">{outcome !== null && t(outcome)}</span>
      </div>
      <CheckField label={t('recovery.kept')} name="kept" isChecked={isKept} onChange={setKept} />
      <DialogActions>
        <ActionButton isMain isDisabled={!isKept} {...(!isKept && { why: t('recovery.keepFirst') })} onClick={onClose}>
          {t('state.close')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}

function download(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'trueline-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
