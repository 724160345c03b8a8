import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { useFormat } from '#web/ui/formatContext.ts'
import { ownPart } from './calendarNames.ts'
import classes from './DateField.module.css'

/** Returns the parts of a date or a time, each typed or stepped by itself. */
export function DateParts() {
  return <DateInput className={classes['parts'] ?? ''}>{(segment) => <Part segment={segment} />}</DateInput>
}

type Segment = ComponentProps<typeof DateSegment>['segment']

/** One part; where the browser has no word for it, it is given ours whenever it is drawn. */
function Part({ segment }: { readonly segment: Segment }) {
  const { locale } = useFormat()
  const element = useRef<HTMLDivElement>(null)
  const own = ownPart(segment.type, locale)
  useLayoutEffect(() => {
    if (own === null) return
    element.current?.setAttribute('aria-label', own.name)
    if (segment.type === 'month' && !segment.isPlaceholder) element.current?.setAttribute('aria-valuetext', segment.text)
  })
  return (
    <DateSegment ref={element} segment={segment} className={classes['part'] ?? ''}>
      {segment.isPlaceholder && own !== null ? own.placeholder : segment.text}
    </DateSegment>
  )
}

/** Sends the form, as Enter does in every field of the browser. */
export function submitOnEnter({ key, target }: Pick<KeyboardEvent, 'key' | 'target'>): void {
  if (key === 'Enter' && target instanceof Element) target.closest('form')?.requestSubmit()
}
