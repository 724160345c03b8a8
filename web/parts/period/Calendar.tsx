import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './Calendar.module.css'
import { CalendarMonth } from './CalendarMonth.tsx'
import { dayOfKey, monthName, monthsWith, shownMonths } from './monthGrid.ts'
import { addMonths, type DayNumber, firstOfMonth, startOfDay } from './zoneDay.ts'

/** Days from the first to the last, both in it. */
export type DayRange = { readonly first: DayNumber; readonly last: DayNumber }

type CalendarProps = {
  readonly range: DayRange | null
  readonly today: DayNumber
  readonly onRange: (range: DayRange) => void
}

/** Below it there is room for one month. */
const NARROW = '(max-width: 719.98px)'

/** Returns two months (one on phones) in which a first and a last day are chosen; walked with the arrow keys, weeks with Home and End, months with Page Up and Page Down, years with Shift too. */
export function Calendar({ range, today, onRange }: CalendarProps) {
  const { t } = useTexts('period')
  const { locale, timeZone, date } = useFormat()
  const count = useSyncExternalStore(onNarrow, () => (matchMedia(NARROW).matches ? 1 : 2))
  const [begun, setBegun] = useState<DayNumber | null>(null)
  const [active, setActive] = useState(range?.last ?? today)
  const [last, setLast] = useState(() => firstOfMonth(range?.last ?? today))
  const [isStepped, setStepped] = useState(false)
  const months = useRef<HTMLDivElement>(null)
  const isWalking = useRef(false)
  useEffect(() => {
    if (isWalking.current) months.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus()
    isWalking.current = false
  }, [active])
  const firsts = shownMonths(last, count)
  const tabStop = active >= (firsts[0] ?? last) && active < addMonths(last, 1) ? active : last
  const shown = begun === null ? range : { first: Math.min(begun, active), last: Math.max(begun, active) }
  const choose = (day: DayNumber) => {
    setActive(day)
    setStepped(false)
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
    setStepped(false)
    setActive(day)
    setLast(monthsWith(day, last, count))
  }
  const step = (by: -1 | 1) => {
    setLast(addMonths(last, by))
    setStepped(true)
  }
  const said = begun === null ? '' : t('calendar.begun', { date: date(startOfDay(timeZone, begun)) })
  return (
    <div className={classes['calendar']}>
      <button type="button" className={classes['step']} aria-label={t('calendar.previous')} onClick={() => step(-1)}>
        <Icon name="back" size={18} />
      </button>
      <div ref={months} className={classes['months']}>
        {firsts.map((first) => (
          <CalendarMonth
            key={first}
            first={first}
            today={today}
            shown={shown}
            tabStop={tabStop}
            onKeyDown={onKeyDown}
            onChoose={choose}
            onPoint={(day) => begun !== null && setActive(day)}
          />
        ))}
      </div>
      <button type="button" className={classes['step']} aria-label={t('calendar.next')} onClick={() => step(1)}>
        <Icon name="forward" size={18} />
      </button>
      <p className="hidden-text" role="status">
        {isStepped ? firsts.map((first) => monthName(first, locale)).join(' – ') : said}
      </p>
    </div>
  )
}

function onNarrow(listener: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
