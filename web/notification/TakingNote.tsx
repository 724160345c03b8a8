import { useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from '#web/parts/rules/notifications.module.css'

/** As many characters as the server keeps. */
const MAX_LENGTH = 1_000

type TakingNoteProps = {
  readonly isBusy: boolean
  /** Returns whether it was taken. */
  readonly onTake: (comment: string) => Promise<boolean>
  readonly onCancel: () => void
}

/** Returns the field for what somebody says while taking care of a notification, and the button that takes it. */
export function TakingNote({ isBusy, onTake, onCancel }: TakingNoteProps) {
  const { t } = useTexts('notification')
  const [note, setNote] = useState('')
  const said = note.trim()
  return (
    <form
      className={classes['note']}
      onSubmit={(event) => {
        event.preventDefault()
        if (said !== '') void onTake(said).then((isTaken) => isTaken && onCancel())
      }}
      onKeyDown={({ key }) => key === 'Escape' && said === '' && onCancel()}
    >
      <label>
        <span className="hidden-text">{t('note')}</span>
        <input
          autoFocus
          value={note}
          maxLength={MAX_LENGTH}
          placeholder={t('note')}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </label>
      <ActionButton isMain isSubmit isBusy={isBusy} isDisabled={said === ''}>
        {t('acknowledge')}
      </ActionButton>
      <ActionButton onClick={onCancel}>{t('rules.cancel')}</ActionButton>
    </form>
  )
}
