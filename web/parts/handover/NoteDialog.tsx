import { useState } from 'react'
import { MAX_NOTE_LENGTH, MAX_TEAM_LENGTH } from '#engine/shift/handover.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import classes from './Handover.module.css'
import { dueOf, ItemChoices } from './ItemChoices.tsx'
import { useSaveNote } from './useSaveNote.ts'

/** The shift that a note is written in; left out: the one that runs. */
export type NotedShift = { readonly shiftDate: string; readonly shiftId: number }

type NoteDialogProps = {
  readonly workCenterId: number
  readonly shift?: NotedShift
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Returns the dialog in which somebody leaves word for the next shift: the text, then one tap on whose it is. What is typed stays until it is saved. */
export function NoteDialog({ workCenterId, shift, isOpen, onClose }: NoteDialogProps) {
  const { t } = useTexts('handover')
  const [text, setText] = useState('')
  const [team, setTeam] = useState('')
  const [due, setDue] = useState('')
  const { save: saveNote, isBusy, problems } = useSaveNote()
  const save = async (said: Said) => {
    const input = { workCenterIds: [workCenterId], text, ...shift, ...said, ...(said.kind === 'OPEN_ITEM' && dueOf(due)) }
    if (!(await saveNote(input))) return
    setText('')
    setDue('')
    onClose()
  }
  const isEmpty = text.trim() === ''
  const teams = [t('team.maintenance'), t('team.quality'), t('team.logistics')]
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('write')} closeLabel={t('state.close')}>
      <label className={classes['field']}>
        {t('text')}
        <textarea
          className={classes['text']}
          rows={4}
          maxLength={MAX_NOTE_LENGTH}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <div className={classes['choices']} role="group" aria-label={t('kindOf')}>
        <ActionButton isBusy={isBusy} isDisabled={isEmpty} onClick={() => void save({ kind: 'NOTE' })}>
          {t('kind.NOTE')}
        </ActionButton>
        <ActionButton isBusy={isBusy} isDisabled={isEmpty} onClick={() => void save({ kind: 'SAFETY' })}>
          {t('kind.SAFETY')}
        </ActionButton>
      </div>
      <p className={classes['about']}>{t('itemFor')}</p>
      <div className={classes['choices']} role="group" aria-label={t('itemFor')}>
        <ActionButton isBusy={isBusy} isDisabled={isEmpty} onClick={() => void save({ kind: 'OPEN_ITEM', owner: 'NEXT_SHIFT' })}>
          {t('owner.NEXT_SHIFT')}
        </ActionButton>
        {teams.map((name) => (
          <ActionButton
            key={name}
            isBusy={isBusy}
            isDisabled={isEmpty}
            onClick={() => void save({ kind: 'OPEN_ITEM', owner: 'TEAM', team: name })}
          >
            {name}
          </ActionButton>
        ))}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save({ kind: 'OPEN_ITEM', owner: 'TEAM', team })
        }}
      >
        <div className={classes['choices']}>
          <input
            className={classes['team']}
            aria-label={t('otherTeam')}
            placeholder={t('otherTeam')}
            maxLength={MAX_TEAM_LENGTH}
            value={team}
            onChange={({ currentTarget }) => setTeam(currentTarget.value)}
          />
          <ActionButton isSubmit isBusy={isBusy} isDisabled={isEmpty || team.trim() === ''}>
            {t('give')}
          </ActionButton>
        </div>
      </form>
      {isOpen && (
        <ItemChoices
          workCenterId={workCenterId}
          due={due}
          isBusy={isBusy}
          isEmpty={isEmpty}
          onDue={setDue}
          onPerson={(ownerId) => void save({ kind: 'OPEN_ITEM', owner: 'PERSON', ownerId })}
        />
      )}
      {problems.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
    </Dialog>
  )
}

type Said =
  | { readonly kind: 'NOTE' | 'SAFETY' }
  | { readonly kind: 'OPEN_ITEM'; readonly owner: 'NEXT_SHIFT' | 'TEAM'; readonly team?: string }
  | { readonly kind: 'OPEN_ITEM'; readonly owner: 'PERSON'; readonly ownerId: string }
