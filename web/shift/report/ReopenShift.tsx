import { useState } from 'react'
import { MIN_COMMENT_LENGTH, saysEnough } from '#engine/shift/confirmation.ts'
import { type OpenedShiftFragment, ReopenShiftDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import classes from './ShiftReport.module.css'

type ReopenShiftProps = {
  readonly shift: OpenedShiftFragment
  readonly id: number
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Returns the dialog that reopens a confirmed shift with a reason (domain.md S-46): it says what that does with what was confirmed. */
export function ReopenShift({ isOpen, onClose, ...rest }: ReopenShiftProps) {
  const { t } = useTexts('shift')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('reopen.title')} closeLabel={t('state.close')}>
      <Body {...rest} isOpen={isOpen} onClose={onClose} />
    </Dialog>
  )
}

function Body({ shift, id, onClose, onChanged }: ReopenShiftProps) {
  const { t } = useTexts('shift')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const change = useChange(ReopenShiftDocument)
  const isEnough = saysEnough(reason)
  const reopen = async () => {
    setTried(true)
    if (!isEnough) return
    const { data } = await change.run({ id, reason: reason.trim(), version: shift.version ?? null })
    onChanged()
    if (data !== null) onClose()
  }
  return (
    <div className={classes['dialog']}>
      <p>{t('reopen.help')}</p>
      {shift.lateSamples > 0 && <p>{t('reopen.late', { count: shift.lateSamples })}</p>}
      <TextField
        name="reason"
        label={t('reopen.reason')}
        value={reason}
        onChange={setReason}
        maxLength={2000}
        isLong
        error={isTried && !isEnough ? t('close.tooShort', { min: MIN_COMMENT_LENGTH }) : null}
      />
      {change.problems[0] && <Alert>{problemText(t, change.problems[0])}</Alert>}
      <ActionButton isMain isBusy={change.isBusy} onClick={() => void reopen()}>
        {t('reopen.open')}
      </ActionButton>
    </div>
  )
}
