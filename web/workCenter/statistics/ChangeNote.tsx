import { useTexts } from '#web/texts/useTexts.ts'
import { changeOf, type Direction } from './change.view.ts'
import classes from './ChangeNote.module.css'

type ChangeNoteProps = {
  readonly now: number | null
  readonly before: number | null
  readonly direction: Direction
  /** Places to which the figure is shown. */
  readonly digits: number
  /** Writes a value or a difference, which is never below 0. */
  readonly format: (value: number) => string
  /** Writes a difference where it reads differently from a value: percent points. */
  readonly formatDifference?: (value: number) => string
}

const MARKS = { better: '✓', worse: '!', same: '=', neutral: '' } as const

/** Returns how a figure changed against the period before, with its sign and in words: never by colour alone. */
export function ChangeNote({ now, before, direction, digits, format, formatDifference = format }: ChangeNoteProps) {
  const { t } = useTexts('statistics')
  const change = changeOf(now, before, direction, digits)
  if (change === null) return <span className={classes['note']}>{t('change.unknown')}</span>
  const sign = change.difference > 0 ? '+' : '−'
  return (
    <span className={classes['note']} data-verdict={change.verdict}>
      {MARKS[change.verdict] !== '' && (
        <span className={classes['mark']} aria-hidden>
          {MARKS[change.verdict]}
        </span>
      )}
      <span>
        {t(`change.${change.verdict}`, {
          difference: `${sign}${formatDifference(Math.abs(change.difference))}`,
          before: format(change.before),
        })}
      </span>
    </span>
  )
}
