import { parseDate } from '@internationalized/date'
import { Calendar, CalendarStateContext } from 'react-aria-components/Calendar'
import { useContext } from 'react'
import { useFormat } from '#web/ui/formatContext.ts'
import { AriaLocale } from './AriaLocale.tsx'
import { FIELD_WORDS } from './fieldWords.ts'
import { MonthGrid } from './MonthGrid.tsx'
import classes from './MonthGrid.module.css'
import { MonthStep } from './MonthStep.tsx'

type DayCalendarProps = {
  /** A day as `2026-05-04`; empty for none. */
  readonly value: string
  readonly min: string | undefined
  readonly max: string | undefined
  readonly onChange: (day: string) => void
}

/** Returns the calendar in which one day is chosen. */
export default function DayCalendar({ value, min, max, onChange }: DayCalendarProps) {
  const { locale } = useFormat()
  return (
    <AriaLocale>
      <Calendar
        aria-label={FIELD_WORDS[locale].calendar}
        className={`${classes['calendar']} ${classes['single']}`}
        autoFocus
        value={value === '' ? null : parseDate(value)}
        minValue={min === undefined ? null : parseDate(min)}
        maxValue={max === undefined ? null : parseDate(max)}
        onChange={(day) => onChange(day?.toString() ?? '')}
      >
        <MonthStep slot="previous" />
        <ShownMonth />
        <MonthStep slot="next" />
      </Calendar>
    </AriaLocale>
  )
}

function ShownMonth() {
  const state = useContext(CalendarStateContext)
  return state === null ? null : <MonthGrid start={state.visibleRange.start} offset={0} />
}
