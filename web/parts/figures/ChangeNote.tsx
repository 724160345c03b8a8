import { useCommonTexts } from '#web/texts/useTexts.ts'
import { changeOf, type Direction } from './change.view.ts'
import classes from './ChangeNote.module.css'

type ChangeNoteProps = {
  /** What is compared. */
  readonly now: number | null
  /** The figure that this stands beside, where only a part of it may be compared: of days that go on, what is over. Left out = `now`. */
  readonly shown?: number | null
  readonly before: number | null
  readonly direction: Direction
  /** Places to which the figure is shown. */
  readonly digits: number
  /** Writes a value or a difference, which is never below 0. */
  readonly format: (value: number) => string
  /** Writes a difference where it reads differently from a value: percent points. */
  readonly formatDifference?: (value: number) => string
}

const JUDGED = { better: '✓', worse: '!' } as const

/** Returns how a figure changed against the period before, with its sign and a mark that is read aloud: never by colour alone. */
export function ChangeNote({ now, shown = now, before, direction, digits, format, formatDifference = format }: ChangeNoteProps) {
  const { t } = useCommonTexts()
  const change = changeOf(now, before, direction, digits)
  if (change === null) return <span className={classes['note']}>{t('change.unknown')}</span>
  const sign = change.difference > 0 ? '+' : '−'
  // A reader who subtracts what is shown must come to the same difference.
  const isPart = changeOf(shown, now, direction, digits)?.verdict !== 'same'
  return (
    <span className={classes['note']} data-verdict={change.verdict}>
      {(change.verdict === 'better' || change.verdict === 'worse') && (
        <span className={classes['mark']} role="img" aria-label={t(`change.${change.verdict}`)}>
          {JUDGED[change.verdict]}
        </span>
      )}
      <span>
        {change.verdict === 'same'
          ? t('change.same')
          : t(isPart ? 'change.ofPart' : 'change.against', {
              difference: `${sign}${formatDifference(Math.abs(change.difference))}`,
              now: format(now ?? 0),
              before: format(change.before),
            })}
      </span>
    </span>
  )
}
