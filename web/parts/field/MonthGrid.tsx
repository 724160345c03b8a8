import { type CalendarDate, isToday } from '@internationalized/date'
import { useLayoutEffect, useRef } from 'react'
import { CalendarCell, CalendarGrid, CalendarGridBody, CalendarGridHeader, CalendarHeaderCell } from 'react-aria-components/Calendar'
import { useFormat } from '#web/ui/formatContext.ts'
import { monthName, ownDayName, weekdayName } from './calendarNames.ts'
import classes from './MonthGrid.module.css'

type MonthGridProps = {
  /** First of the months that are shown. */
  readonly start: CalendarDate
  /** How many months after it this one is. */
  readonly offset: number
}

/** Returns one month of a calendar with its name; weeks begin as in the language. */
export function MonthGrid({ start, offset }: MonthGridProps) {
  const { locale } = useFormat()
  return (
    <div className={classes['month']}>
      <p className={classes['name']}>{monthName(start.add({ months: offset }), locale)}</p>
      <CalendarGrid offset={{ months: offset }} weekdayStyle="short">
        <CalendarGridHeader>{(day) => <CalendarHeaderCell>{weekdayName(day, locale)}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell date={date} className={classes['cell'] ?? ''}>
              {({ formattedDate }) => <DayText date={date} text={formattedDate} />}
            </CalendarCell>
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </div>
  )
}

/** The number of a day. Where the browser has no words for a day, its cell is given ours whenever it is drawn. */
function DayText({ date, text }: { readonly date: CalendarDate; readonly text: string }) {
  const { locale, timeZone } = useFormat()
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const name = ownDayName(date, locale)
    if (name !== null) element.current?.parentElement?.setAttribute('aria-label', name)
  })
  return (
    <span ref={element} className={classes['day']} data-today={isToday(date, timeZone) || undefined}>
      {text}
    </span>
  )
}
