import type { ColumnMarks } from './timelineNote.view.ts'
import classes from './TimelineNotes.module.css'

type MarkSignsProps = {
  readonly marks: ColumnMarks
  readonly onNote: (id: string) => void
}

/** Returns what stands over a column: a line with the signs of its marks, and a band under a span. The list below says the same by the keyboard and aloud. */
export function MarkSigns({ marks: { starts, isInSpan }, onNote }: MarkSignsProps) {
  return (
    <span className={classes['over']} aria-hidden>
      {isInSpan && <span className={classes['span']} />}
      {starts.length > 0 && <span className={classes['line']} />}
      {starts.map(({ sign, text, noteId }) =>
        noteId === null ? (
          <span key={sign} className={classes['sign']} data-change title={text}>
            {sign}
          </span>
        ) : (
          <button key={sign} type="button" tabIndex={-1} className={classes['sign']} title={text} onClick={() => onNote(noteId)}>
            {sign}
          </button>
        ),
      )}
    </span>
  )
}
