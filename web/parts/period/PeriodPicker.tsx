import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { usePrintedPeriod } from '#web/ui/printedPeriod.ts'
import { isSingleKey } from '#web/ui/singleKeys.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { PeriodChoice, RelativeRange } from '#engine/time/periodChoice.ts'
import { boundsOf, movePeriod, type PeriodContext } from './period.ts'
import classes from './PeriodPicker.module.css'
import type { Format } from '#web/ui/format.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { dayAt, startOfDay } from './zoneDay.ts'

const PeriodDialog = lazyPart(() => import('./PeriodDialog.tsx'))

export type ShiftOption = { readonly shiftId: number; readonly code: string; readonly name: string }

export type PeriodPickerProps = {
  readonly choice: PeriodChoice
  readonly context: PeriodContext
  /** Shifts of the schedule that the choice can be narrowed to; empty = no such choice. */
  readonly shifts: readonly ShiftOption[]
  /** Nothing is shown of what is still to come. */
  readonly isPastOnly?: boolean
  readonly onChoice: (choice: PeriodChoice) => void
}

/** Outside every shift the last hours stand for the current one. */
function rangeName(range: RelativeRange, { currentShift }: PeriodContext): RelativeRange | 'lastHours' {
  return range === 'currentShift' && currentShift === null ? 'lastHours' : range
}

/** Returns the shown period as a button that opens the choice of another, between the ways to the equal period before and after (also `[`, `]`, and `t` for today). */
export function PeriodPicker(props: PeriodPickerProps) {
  const { choice, context, shifts, onChoice } = props
  const { t } = useTexts('period')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const time = timeLabel(boundsOf(choice, context), format)
  const shift = shifts.find(({ shiftId }) => shiftId === choice.shiftId)
  const name = choice.kind === 'relative' ? `${t(`range.${rangeName(choice.range, context)}`)} · ${time}` : time
  const shown = shift === undefined ? name : `${name} · ${shift.name}`
  usePrintedPeriod(shown, context.timeZone)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return
      if (event.key === '[') onChoice(movePeriod(choice, -1, context))
      else if (event.key === ']') onChoice(movePeriod(choice, 1, context))
      else if (event.key === 't') onChoice({ kind: 'relative', range: 'today', shiftId: choice.shiftId })
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [choice, context, onChoice])
  return (
    <div className={classes['picker']} role="group" aria-label={t('period')}>
      <button
        type="button"
        className={classes['step']}
        aria-label={t('previous')}
        aria-keyshortcuts="["
        title={t('previous')}
        onClick={() => onChoice(movePeriod(choice, -1, context))}
      >
        <Icon name="back" size={18} />
      </button>
      <button type="button" className={classes['shown']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="calendar" size={18} />
        <span>{shown}</span>
      </button>
      <button
        type="button"
        className={classes['step']}
        aria-label={t('next')}
        aria-keyshortcuts="]"
        title={t('next')}
        onClick={() => onChoice(movePeriod(choice, 1, context))}
      >
        <Icon name="forward" size={18} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <PeriodDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Returns a stretch of time in words, as short as it stays clear: one day, days from and to, or clock times. */
function timeLabel({ from, to }: TimeWindow, format: Format): string {
  const { timeZone } = format
  const [first, end] = [dayAt(timeZone, from), dayAt(timeZone, to)]
  const isDays = startOfDay(timeZone, first) === from && startOfDay(timeZone, end) === to
  if (isDays) return end - first === 1 ? format.date(from) : `${format.day(from)} – ${format.date(startOfDay(timeZone, end - 1))}`
  if (dayAt(timeZone, to - 1) === first) return `${format.day(from)}, ${format.time(from)}–${format.time(to)}`
  return `${format.day(from)}, ${format.time(from)} – ${format.day(to)}, ${format.time(to)}`
}
