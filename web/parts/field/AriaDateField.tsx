import { parseDate, parseDateTime } from '@internationalized/date'
import { Suspense, useId, useMemo, useRef, useState } from 'react'
import { DateField as AriaField, Label, Text } from 'react-aria-components/DateField'
import { lazyPart } from '#web/base/lazyPart.tsx'
import fieldClasses from '#web/ui/form/Field.module.css'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { DateFieldProps } from './DateField.tsx'
import { AriaLocale } from './AriaLocale.tsx'
import classes from './DateField.module.css'
import { DateParts, submitOnEnter } from './DateParts.tsx'
import { FIELD_WORDS } from './fieldWords.ts'
import { FormValue } from './FormValue.tsx'

const DayCalendar = lazyPart(() => import('./DayCalendar.tsx'))

const DAY_LENGTH = '2026-05-04'.length
const MINUTE_LENGTH = '2026-05-04T06:30'.length

/** Returns a labelled field for a date, typed part by part in the order of the language or chosen in a calendar that opens below it. */
export default function AriaDateField(props: DateFieldProps) {
  const {
    name,
    value,
    onChange,
    onBlur,
    min,
    max,
    hasTime = false,
    timeOfDay = '00:00',
    hasCalendar = true,
    isReadOnly = false,
    ...field
  } = props
  const words = FIELD_WORDS[useFormat().locale]
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const host = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  // The library takes another object for another date, and drops what is typed half.
  const parsed = useMemo(() => dateOf(value, hasTime), [value, hasTime])
  const isWrong = field.error != null && field.error !== ''
  const choose = (day: string) => {
    panel.current?.hidePopover()
    onChange(hasTime ? `${day}T${value.slice(DAY_LENGTH + 1) || timeOfDay}` : day)
    host.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus()
  }
  return (
    <AriaLocale>
      <AriaField
        className={fieldClasses['field'] ?? ''}
        value={parsed}
        minValue={min === undefined ? null : dateOf(min, hasTime)}
        maxValue={max === undefined ? null : dateOf(max, hasTime)}
        granularity={hasTime ? 'minute' : 'day'}
        hourCycle={24}
        shouldForceLeadingZeros
        isReadOnly={isReadOnly}
        isInvalid={isWrong}
        validationBehavior="aria"
        onKeyDown={submitOnEnter}
        onChange={(date) => onChange(date === null ? '' : date.toString().slice(0, hasTime ? MINUTE_LENGTH : DAY_LENGTH))}
        {...(onBlur !== undefined && { onBlur })}
      >
        <Label className={fieldClasses['label'] ?? ''}>
          {field.label} {field.optional !== undefined && <span className={fieldClasses['optional']}>({field.optional})</span>}
        </Label>
        <div ref={host} className={classes['box']} data-invalid={isWrong || undefined} data-readonly={isReadOnly || undefined}>
          <DateParts />
          <FormValue name={name} value={value} host={host} control='[role="spinbutton"]' />
          {hasCalendar && !isReadOnly && (
            <button
              type="button"
              className={classes['open']}
              popoverTarget={`${id}-calendar`}
              aria-label={`${words.calendar}, ${field.label}`}
            >
              <Icon name="calendar" size={18} />
            </button>
          )}
        </div>
        {field.help !== undefined && (
          <Text slot="description" elementType="div" className={fieldClasses['help'] ?? ''}>
            {field.help}
          </Text>
        )}
        {isWrong && (
          <Text slot="errorMessage" elementType="p" className={fieldClasses['error'] ?? ''}>
            {field.error}
          </Text>
        )}
      </AriaField>
      <div
        ref={panel}
        id={`${id}-calendar`}
        popover="auto"
        className={classes['panel']}
        role="dialog"
        aria-label={words.calendar}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onBeforeToggle={(event) => {
          if (event.newState === 'open') placeBelow(event.currentTarget, host.current)
        }}
      >
        {isOpen && (
          <Suspense fallback={null}>
            <DayCalendar
              value={value.slice(0, DAY_LENGTH)}
              min={min?.slice(0, DAY_LENGTH)}
              max={max?.slice(0, DAY_LENGTH)}
              onChange={choose}
            />
          </Suspense>
        )}
      </div>
    </AriaLocale>
  )
}

function dateOf(text: string, hasTime: boolean) {
  if (text === '') return null
  try {
    return hasTime ? parseDateTime(text) : parseDate(text)
  } catch {
    return null
  }
}

/** Room that a month takes, in px. */
const PANEL_HEIGHT = 340
const PANEL_WIDTH = 340

/** Puts the panel, which lies above everything, below the field, or above it where there is no room; it scrolls with the page. */
function placeBelow(panel: HTMLElement, box: HTMLElement | null): void {
  if (box === null) return
  const { top, bottom, left } = box.getBoundingClientRect()
  const isAbove = bottom + PANEL_HEIGHT > innerHeight && top > PANEL_HEIGHT
  const wanted = isAbove ? top - 4 : Math.max(8, Math.min(bottom + 4, innerHeight - PANEL_HEIGHT - 8))
  panel.style.left = `${scrollX + Math.max(8, Math.min(left, innerWidth - PANEL_WIDTH - 8))}px`
  panel.style.top = `${scrollY + wanted}px`
  panel.style.translate = isAbove ? '0 -100%' : 'none'
}
