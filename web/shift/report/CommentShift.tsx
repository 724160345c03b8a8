import { useState } from 'react'
import { CommentShiftDocument, type OpenedShiftFragment } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import classes from './ShiftReport.module.css'

type ShiftDialogProps = {
  readonly shift: OpenedShiftFragment
  readonly id: number
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Returns the dialog for the comment of a shift. */
export function CommentShift({ isOpen, onClose, ...rest }: ShiftDialogProps) {
  const { t } = useTexts('shift')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('comment.title')} closeLabel={t('state.close')}>
      <Body {...rest} isOpen={isOpen} onClose={onClose} />
    </Dialog>
  )
}

function Body({ shift, id, onClose, onChanged }: ShiftDialogProps) {
  const { t } = useTexts('shift')
  const [text, setText] = useState(shift.comment ?? '')
  const change = useChange(CommentShiftDocument)
  const save = async () => {
    const { data } = await change.run({ id, comment: text.trim() === '' ? null : text.trim(), version: shift.version ?? null })
    onChanged()
    if (data !== null) onClose()
  }
  return (
    <div className={classes['dialog']}>
      <TextField name="comment" label={t('column.note')} value={text} onChange={setText} maxLength={2000} isLong />
      {change.problems[0] && <Alert>{problemText(t, change.problems[0])}</Alert>}
      <ActionButton isMain isBusy={change.isBusy} onClick={() => void save()}>
        {t('comment.save')}
      </ActionButton>
    </div>
  )
}
