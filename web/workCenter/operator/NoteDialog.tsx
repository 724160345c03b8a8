import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { OpStop } from './operator.view.ts'
import classes from './ReasonPad.module.css'

type NoteDialogProps = {
  /** The stop that is commented on. */
  readonly stop: OpStop
  readonly text: string
  readonly onText: (text: string) => void
  readonly onSave: (text: string) => void
  readonly onClose: () => void
}

const MAX_LENGTH = 2000

/** Returns the dialog for a note about the last stop, which stands as its comment. */
export function NoteDialog({ stop, text, onText, onSave, onClose }: NoteDialogProps) {
  const { t } = useTexts('operator')
  const texts = useSpanTexts()
  const said = text.trim()
  return (
    <Dialog isOpen onClose={onClose} title={t('note.open')} closeLabel={t('state.close')}>
      <form
        className={classes['step']}
        onSubmit={(event) => {
          event.preventDefault()
          if (said !== '') onSave(said)
        }}
      >
        <p>
          {stop.reason ?? texts.nameOf({ kind: stop.kind, name: stop.statusName })} · {texts.range(stop.start, stop.end)}
        </p>
        <textarea
          rows={4}
          maxLength={MAX_LENGTH}
          value={text}
          aria-label={t('note.text')}
          onChange={(event) => onText(event.target.value)}
        />
        <div className={classes['actions']}>
          <button type="submit" className={`${classes['back']} ${classes['main']}`} disabled={said === ''}>
            {t('note.save')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
