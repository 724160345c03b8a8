import { useState } from 'react'
import { mayWriteTimelineNotes } from '#engine/analytics/timelineNote.ts'
import {
  AddTimelineNoteDocument,
  DeleteTimelineNoteDocument,
  UpdateTimelineNoteDocument,
  type TimelineNoteInput,
} from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { AddNoteDialog } from './AddNoteDialog.tsx'
import { NotePanel } from './NotePanel.tsx'
import type { TimelineNote } from './timelineNote.view.ts'
import classes from './TimelineNotes.module.css'
import { useNoteNames } from './useNoteNames.ts'
import type { useTimelineNotes } from './useTimelineNotes.ts'

export type TimelineNotesProps = {
  readonly timeline: ReturnType<typeof useTimelineNotes>
  /** The work center that the page is about; null = several. */
  readonly workCenterId: number | null
  /** The clock by which notes are written. */
  readonly zone: string
  /** The note that is shown; null = none. */
  readonly openId: string | null
  readonly onOpen: (id: string | null) => void
}

/** Returns the notes of a time chart under it, each with what was before and since, and the way to write one. */
export function TimelineNotes({ timeline: { notes, error, ask }, workCenterId, zone, openId, onOpen }: TimelineNotesProps) {
  const { t } = useTexts('timelineNote')
  const format = useFormat()
  const mayWrite = mayWriteTimelineNotes(useViewer())
  const [isWriting, setWriting] = useState(false)
  const [dropped, setDropped] = useState<TimelineNote | null>(null)
  const adding = useChange(AddTimelineNoteDocument)
  const changing = useChange(UpdateTimelineNoteDocument)
  const deleting = useChange(DeleteTimelineNoteDocument)
  const [edited, setEdited] = useState<TimelineNote | null>(null)
  const names = useNoteNames(notes.length === 0 && !isWriting)
  const add = async (input: TimelineNoteInput) => {
    const { problems } = await adding.run({ input })
    if (problems.length === 0) ask()
    return problems
  }
  const edit = async (id: string, input: TimelineNoteInput) => {
    const { data, problems } = await changing.run({ id, input })
    if (problems.length > 0) return problems
    if (data?.updateTimelineNote == null) showToast(t('notes.gone'))
    ask()
    return []
  }
  const drop = async (note: TimelineNote) => {
    const { problems } = await deleting.run({ id: note.id })
    if (problems.length > 0) return
    onOpen(null)
    setDropped(note)
    ask()
  }
  const undo = async ({ text, start, end, workCenterId: place, groupId, reasonId }: TimelineNote) => {
    const problems = await add({
      text,
      start,
      end: end ?? null,
      workCenterId: place ?? null,
      groupId: groupId ?? null,
      reasonId: reasonId ?? null,
    })
    if (problems[0] === undefined) setDropped(null)
    else showToast(problemText(t, problems[0]))
  }
  const [problem] = problemsOf(error)
  const open = notes.find(({ id }) => id === openId) ?? null
  if (notes.length === 0 && !mayWrite && error === undefined) return null
  return (
    <section className={classes['notes']} aria-label={t('notes.title')}>
      {error !== undefined && notes.length === 0 && (
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      )}
      {notes.length > 0 && (
        <>
          <h3>{t('notes.title')}</h3>
          <ol className={classes['list']}>
            {notes.map((note, at) => (
              <li key={note.id}>
                <button type="button" className={classes['note']} onClick={() => onOpen(note.id)}>
                  <span className={classes['sign']} aria-hidden>
                    {at + 1}
                  </span>
                  <span>
                    {note.text}
                    <span className={classes['about']}>
                      {[format.date(Date.parse(`${note.dateFrom}T12:00:00Z`)), ...names.aboutOf(note)].join(' · ')}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
      {mayWrite && (
        <div data-print="no">
          <ActionButton onClick={() => setWriting(true)}>{t('notes.add')}</ActionButton>
        </div>
      )}
      {isWriting && <AddNoteDialog names={names} workCenterId={workCenterId} zone={zone} onSave={add} onClose={() => setWriting(false)} />}
      {edited !== null && (
        <AddNoteDialog
          names={names}
          workCenterId={workCenterId}
          zone={zone}
          edited={edited}
          onSave={(input) => edit(edited.id, input)}
          onClose={() => setEdited(null)}
        />
      )}
      {open !== null && (
        <NotePanel
          note={open}
          zone={zone}
          about={names.aboutOf(open)}
          isBusy={deleting.isBusy}
          problem={deleting.problems[0] ?? null}
          onDelete={mayWrite ? () => void drop(open) : null}
          onEdit={() => {
            onOpen(null)
            setEdited(open)
          }}
          onClose={() => {
            onOpen(null)
            deleting.forget()
          }}
        />
      )}
      <UndoBar
        text={dropped === null ? '' : t('notes.deleted')}
        answer={adding.isBusy ? null : dropped}
        undoLabel={t('notes.undo')}
        closeLabel={t('state.close')}
        onUndo={dropped === null ? null : () => void undo(dropped)}
        onClose={() => setDropped(null)}
      />
    </section>
  )
}
