import type { KeyboardEvent } from 'react'
import { useFormat } from '#web/ui/formatContext.ts'
import type { DayRange } from './Calendar.tsx'
import classes from './Calendar.module.css'
import { monthName, weekdayNames, weeksOf } from './monthGrid.ts'
import { type DayNumber, startOfDay } from './zoneDay.ts'

type CalendarMonthProps = {
  readonly first: DayNumber
  readonly today: DayNumber
  /** The days that are chosen, or would be with the day pointed at. */
  readonly shown: DayRange | null
  /** The one day that the Tab key stops at. */
  readonly tabStop: DayNumber
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onChoose: (day: DayNumber) => void
  readonly onPoint: (day: DayNumber) => void
}

/** Returns one month of the calendar as a grid of days, weeks from Monday. */
export function CalendarMonth({ first, today, shown, tabStop, onKeyDown, onChoose, onPoint }: CalendarMonthProps) {
  const { locale, timeZone, date } = useFormat()
  const isIn = (day: DayNumber) => shown !== null && day >= shown.first && day <= shown.last
  const name = monthName(first, locale)
  return (
    // A table whose cells are walked with the arrow keys is a grid.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
    <table role="grid" aria-label={name} aria-multiselectable className={classes['month']} onKeyDown={onKeyDown}>
      <caption>{name}</caption>
      <thead>
        <tr>
          {weekdayNames(locale).map((weekday) => (
            <th key={weekday} scope="col">
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(first).map((week, row) => (
          <tr key={`${first}-${row}`}>
            {week.map((day, index) =>
              day === null ? (
                <td key={index} aria-hidden />
              ) : (
                <td key={index} aria-selected={isIn(day)} data-in={isIn(day) || undefined}>
                  <button
                    type="button"
                    data-day={day}
                    data-edge={day === shown?.first || day === shown?.last || undefined}
                    tabIndex={day === tabStop ? 0 : -1}
                    aria-current={day === today ? 'date' : undefined}
                    aria-label={date(startOfDay(timeZone, day))}
                    onClick={() => onChoose(day)}
                    onPointerEnter={() => onPoint(day)}
                  >
                    {day - first + 1}
                  </button>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
