import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useTexts } from '../problem/useTexts.ts'
import classes from './Calendar.module.css'
import { dayOfKey, monthName, weekdayNames, weeksOf } from './monthGrid.ts'
import { addMonths, type DayNumber, firstOfMonth, startOfDay } from './zoneDay.ts'

/** Days from the first to the last, both in it. */
export type DayRange = { readonly first: DayNumber; readonly last: DayNumber }

type CalendarProps = {
  readonly range: DayRange | null
  readonly today: DayNumber
  readonly onRange: (range: DayRange) => void
}

/** Returns two months (one on phones) in which a first and a last day are chosen; walked with the arrow keys, months with Page Up and Page Down. */
export function Calendar({ range, today, onRange }: CalendarProps) {
  const { t } = useTexts('period')
  const { locale, timeZone, date } = useFormat()
  const [begun, setBegun] = useState<DayNumber | null>(null)
  const [active, setActive] = useState(range?.last ?? today)
  const [month, setMonth] = useState(() => addMonths(firstOfMonth(range?.last ?? today), -1))
  const grid = useRef<HTMLDivElement>(null)
  const isWalking = useRef(false)
  useEffect(() => {
    if (isWalking.current) grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus()
    isWalking.current = false
  }, [active])
  const second = addMonths(month, 1)
  const tabStop = active >= month && active < addMonths(month, 2) ? active : second
  const shown = begun === null ? range : { first: Math.min(begun, active), last: Math.max(begun, active) }
  const choose = (day: DayNumber) => {
    setActive(day)
    if (begun === null) setBegun(day)
    else {
      setBegun(null)
      onRange({ first: Math.min(begun, day), last: Math.max(begun, day) })
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const day = dayOfKey(event.key, tabStop, event.shiftKey)
    if (day === null) return
    event.preventDefault()
    isWalking.current = true
    setActive(day)
    if (day < month) setMonth(firstOfMonth(day))
    else if (day >= addMonths(month, 2)) setMonth(addMonths(firstOfMonth(day), -1))
  }
  return (
    <div className={classes['calendar']}>
      <button type="button" className={classes['step']} aria-label={t('calendar.previous')} onClick={() => setMonth(addMonths(month, -1))}>
        <Icon name="back" size={18} />
      </button>
      {/* The days in it have the focus; the grid hears their keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={grid} className={classes['months']} onKeyDown={onKeyDown}>
        {[month, second].map((first) => (
          <table key={first} className={classes['month']}>
            <caption>{monthName(first, locale)}</caption>
            <thead>
              <tr>
                {weekdayNames(locale).map((name) => (
                  <th key={name} scope="col">
                    {name}
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
                      <td key={index} data-in={(shown !== null && day >= shown.first && day <= shown.last) || undefined}>
                        <button
                          type="button"
                          data-day={day}
                          data-edge={day === shown?.first || day === shown?.last || undefined}
                          tabIndex={day === tabStop ? 0 : -1}
                          aria-current={day === today ? 'date' : undefined}
                          aria-pressed={shown !== null && day >= shown.first && day <= shown.last}
                          aria-label={date(startOfDay(timeZone, day))}
                          onClick={() => choose(day)}
                          onPointerEnter={() => begun !== null && setActive(day)}
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
        ))}
      </div>
      <button type="button" className={classes['step']} aria-label={t('calendar.next')} onClick={() => setMonth(second)}>
        <Icon name="forward" size={18} />
      </button>
      <p className="hidden-text" role="status">
        {begun === null ? '' : t('calendar.begun', { date: date(startOfDay(timeZone, begun)) })}
      </p>
    </div>
  )
}
