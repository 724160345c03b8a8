import { MINUTE_MS } from '#engine/time/durations.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { coverageOf, DAY_MINUTES, WEEKDAYS, weekSums, type CoveringShift, type CoverPiece } from './coverage.view.ts'
import classes from './ShiftSchedule.module.css'

const HOURS = [0, 6, 12, 18, 24] as const
/** A narrower piece has no room for its code. */
const LABEL_MINUTES = 60

type WeekBarsProps = { readonly shifts: readonly CoveringShift[]; readonly rivals: ReadonlySet<number> }

/** Returns the week as seven bars of 24 hours: time in one, two or no shift, across midnight; with the totals in words. */
export function WeekBars({ shifts, rivals }: WeekBarsProps) {
  const { t } = useTexts('shiftSchedule')
  const format = useFormat()
  const days = coverageOf(shifts)
  const { uncovered, overlapping } = weekSums(days)
  const duration = (minutes: number) => ({ duration: format.duration(minutes * MINUTE_MS) })
  return (
    <section className={classes['week']} aria-label={t('week.title')}>
      <p className={overlapping > 0 ? classes['wrong'] : classes['meta']} role="status">
        {overlapping > 0 ? t('week.overlap', duration(overlapping)) : uncovered > 0 ? t('week.open', duration(uncovered)) : t('week.full')}
      </p>
      <div className={classes['hours']} aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
      {days.map((pieces, at) => (
        <DayBar key={WEEKDAYS[at]} day={WEEKDAYS[at] ?? 1} pieces={pieces} shifts={shifts} rivals={rivals} />
      ))}
    </section>
  )
}

type DayBarProps = WeekBarsProps & { readonly day: (typeof WEEKDAYS)[number]; readonly pieces: readonly CoverPiece[] }

function DayBar({ day, pieces, shifts, rivals }: DayBarProps) {
  const { t } = useTexts('shiftSchedule')
  const codes = (piece: CoverPiece) => piece.shifts.map((index) => shifts[index]?.code.trim() || '?').join(', ')
  const labelOf = (piece: CoverPiece) => {
    const times = `${clock(piece.from)}–${clock(piece.to)}`
    if (piece.shifts.length === 0) return `${times} ${t('week.uncovered')}`
    return piece.shifts.length > 1 ? `${times} ${t('week.both', { codes: codes(piece) })}` : `${times} ${codes(piece)}`
  }
  return (
    <div className={classes['day']}>
      <span aria-hidden>{t(`weekday.${day}`)}</span>
      <div className={classes['bar']} role="img" aria-label={`${t(`weekdayLong.${day}`)}: ${pieces.map(labelOf).join('; ')}`}>
        {pieces.map((piece) => (
          <span
            key={piece.from}
            title={labelOf(piece)}
            data-style={styleOf(piece, rivals)}
            style={{ left: `${(piece.from / DAY_MINUTES) * 100}%`, width: `${((piece.to - piece.from) / DAY_MINUTES) * 100}%` }}
          >
            {piece.shifts.length > 0 && piece.to - piece.from >= LABEL_MINUTES && codes(piece)}
          </span>
        ))}
      </div>
    </div>
  )
}

function styleOf({ shifts }: CoverPiece, rivals: ReadonlySet<number>): string {
  const [first] = shifts
  if (first === undefined) return 'open'
  if (shifts.length > 1) return 'overlap'
  if (rivals.has(first)) return 'rival'
  return first % 2 === 0 ? 'even' : 'odd'
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
