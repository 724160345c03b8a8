import { parseDate } from '@internationalized/date'
import { useContext, useMemo, useSyncExternalStore } from 'react'
import { RangeCalendar as AriaRangeCalendar, RangeCalendarStateContext } from 'react-aria-components/RangeCalendar'
import { useFormat } from '#web/ui/formatContext.ts'
import { AriaLocale } from './AriaLocale.tsx'
import { FIELD_WORDS } from './fieldWords.ts'
import { MonthGrid } from './MonthGrid.tsx'
import classes from './MonthGrid.module.css'
import { MonthStep } from './MonthStep.tsx'

/** Days from the first to the last, both in it, each as `2026-05-04`. */
export type DayRange = { readonly first: string; readonly last: string }

type RangeCalendarProps = {
  readonly range: DayRange | null
  /** The first and the last day that can be chosen. */
  readonly min: string
  readonly max: string
  readonly onRange: (range: DayRange) => void
}

/** Here there is room for one month: days that a finger hits are larger than those for a mouse. */
const NARROW = '(max-width: 719.98px), (pointer: coarse) and (max-width: 1279.98px)'

/** Returns two months (one on phones and tablets) in which a first and a last day are chosen: by pointer, touch, or the arrow keys with Page Up and Page Down for months, and years with Shift too. */
export function RangeCalendar({ range, min, max, onRange }: RangeCalendarProps) {
  const { locale } = useFormat()
  const months = useSyncExternalStore(onNarrow, () => (matchMedia(NARROW).matches ? 1 : 2))
  const [first, last] = [range?.first, range?.last]
  const value = useMemo(
    () => (first === undefined || last === undefined ? null : { start: parseDate(first), end: parseDate(last) }),
    [first, last],
  )
  return (
    <AriaLocale>
      <AriaRangeCalendar
        // A new range is shown where it ends: the days that are asked for most are the latest.
        key={months}
        aria-label={FIELD_WORDS[locale].calendar}
        className={`${classes['calendar']} ${classes['range']}`}
        visibleDuration={{ months }}
        pageBehavior="single"
        selectionAlignment="end"
        {...(last !== undefined && { defaultFocusedValue: parseDate(last) })}
        value={value}
        minValue={parseDate(min)}
        maxValue={parseDate(max)}
        onChange={({ start, end }) => onRange({ first: start.toString(), last: end.toString() })}
      >
        <MonthStep slot="previous" />
        <ShownMonths count={months} />
        <MonthStep slot="next" />
      </AriaRangeCalendar>
    </AriaLocale>
  )
}

function ShownMonths({ count }: { readonly count: number }) {
  const state = useContext(RangeCalendarStateContext)
  if (state === null) return null
  return (
    <div className={classes['months']}>
      {Array.from({ length: count }, (_, offset) => (
        <MonthGrid key={offset} start={state.visibleRange.start} offset={offset} />
      ))}
    </div>
  )
}

function onNarrow(listener: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
