import { CloseShiftNoteDocument, type NoteFieldsFragment } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Translate } from '#web/texts/translate.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import type { Format } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './Handover.module.css'

type NoteListProps = {
  readonly notes: readonly NoteFieldsFragment[]
  readonly mayWrite: boolean
  /** Of the plant. */ readonly format: Format
  /** Names the work centers of a note where those of several are shown. */
  readonly placeOf?: (note: NoteFieldsFragment) => string
}

/** Returns notes of shifts, words on safety first, then what was carried on often; open items can be closed, and opened again. */
export function NoteList({ notes, mayWrite, format, placeOf }: NoteListProps) {
  const { t } = useTexts('handover')
  const { run, sent, problems } = useChange(CloseShiftNoteDocument)
  const rankOf = ({ kind, isCarriedOften, closedOn }: NoteFieldsFragment) =>
    kind === 'SAFETY' ? 2 : Number(isCarriedOften && closedOn == null)
  const ordered = notes.toSorted((a, b) => rankOf(b) - rankOf(a))
  return (
    <>
      <ul className={classes['notes']}>
        {ordered.map((note) => {
          const isClosed = sent?.id === note.id ? sent.isClosed !== false : note.closedOn != null
          return (
            <li
              key={note.id}
              data-kind={note.kind}
              data-closed={isClosed || undefined}
              data-overdue={(!isClosed && isOverdue(note)) || undefined}
            >
              {note.kind === 'SAFETY' && (
                <strong className={classes['safety']}>
                  <Icon name="alert" /> {t('kind.SAFETY')}
                </strong>
              )}
              {placeOf !== undefined && <p className={classes['about']}>{placeOf(note)}</p>}
              <p className={classes['words']}>{note.text}</p>
              <p className={classes['about']}>{aboutNote(note, t, format)}</p>
              {note.kind === 'OPEN_ITEM' && mayWrite && (
                <ActionButton
                  isBusy={sent?.id === note.id}
                  onClick={() => void run({ id: note.id, version: note.version, isClosed: !isClosed })}
                >
                  {isClosed ? t('reopen') : t('done')}
                </ActionButton>
              )}
            </li>
          )
        })}
      </ul>
      {problems.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
    </>
  )
}

/** Returns whether the shift by which an open item is due is over. */
function isOverdue({ closedOn, dueShift }: NoteFieldsFragment): boolean {
  return closedOn == null && dueShift != null && Date.parse(dueShift.timeEnd) <= serverNow()
}

function dateText(date: string, format: Pick<Format, 'date' | 'zoneOffset'>): string {
  const noon = Date.parse(`${date}T12:00:00Z`)
  return format.date(noon - format.zoneOffset(noon))
}

/** Returns whose a note is, by when it is due, how often it was carried on, and who wrote it when. */
function aboutNote(note: NoteFieldsFragment, t: Translate<'handover'>, format: Format): string {
  const owner = note.owner === 'NEXT_SHIFT' ? t('owner.NEXT_SHIFT') : (note.team ?? note.ownerUser?.fullName)
  const written = `${note.createdBy?.fullName ?? ''}, ${note.shiftName}, ${format.dateTime(Date.parse(note.createdOn))}`
  return [
    ...(owner == null ? [] : [t('for', { owner })]),
    ...(note.dueShift == null
      ? []
      : [t(isOverdue(note) ? 'overdue' : 'dueBy', { shift: note.dueShift.name, date: dateText(note.dueShift.shiftDate, format) })]),
    ...(note.carriedCount > 0 ? [t('carried', { count: note.carriedCount })] : []),
    ...(note.closedBy == null || note.closedOn == null
      ? []
      : [t('closed', { name: note.closedBy.fullName, time: format.dateTime(Date.parse(note.closedOn)) })]),
    written,
  ].join(' · ')
}
