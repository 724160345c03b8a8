import type { ReactNode } from 'react'
import { dateAt } from '#engine/time/statPeriod.ts'
import { Elapsed } from '#web/parts/Elapsed.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { OpStop } from './operator.view.ts'
import classes from './QueueZone.module.css'

type QueueRowProps = {
  readonly stops: readonly [OpStop, ...OpStop[]]
  readonly title: string
  readonly note: string | null
  readonly isOpen: boolean
  readonly isSaving: boolean
  /** Null where the viewer may not say why. */
  readonly onToggle: (() => void) | null
  readonly children: ReactNode
}

/** Returns one row of the screen: how many stops, how long, when; open, with what gives them a reason. */
export function QueueRow({ stops, title, note, isOpen, isSaving, onToggle, children }: QueueRowProps) {
  const { t } = useTexts('operator')
  const format = useFormat()
  const [first] = stops
  const last = stops.at(-1) ?? first
  const stoppedMs = stops.reduce((sum, { start, end }) => sum + ((end ?? start) - start), 0)
  const now = serverNow()
  const isToday = dateAt(format.timeZone, first.start) === dateAt(format.timeZone, now)
  const day = isToday ? '' : `${format.dayMonth(first.start)}, `
  const when = `${day}${format.time(first.start)}–${last.end === null ? t('timeline.ongoing') : format.time(last.end)}`
  const content = (
    <>
      <span className={classes['title']}>
        {stops.length > 1 ? t('bundle', { count: stops.length }) : title}
        {note !== null && <small>{note}</small>}
      </span>
      <span className={classes['when']}>{when}</span>
      <b className={classes['length']}>{last.end === null ? <Elapsed since={first.start} /> : format.duration(stoppedMs)}</b>
    </>
  )
  return (
    <li className={classes['row']} data-open={isOpen || undefined} aria-busy={isSaving || undefined}>
      {onToggle === null ? (
        <div className={classes['head']}>{content}</div>
      ) : (
        <button type="button" className={classes['head']} data-row aria-expanded={isOpen} onClick={onToggle}>
          {content}
          <Icon name="chevron" size={20} />
        </button>
      )}
      {isOpen && onToggle !== null && children}
    </li>
  )
}
