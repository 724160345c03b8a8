import { Suspense } from 'react'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { FieldProps } from '#web/ui/form/Field.tsx'
import { WaitingField } from './WaitingField.tsx'

const AriaDateField = lazyPart(() => import('./AriaDateField.tsx'))

export type DateFieldProps = FieldProps & {
  readonly name: string
  /** A day as `2026-05-04`, or with `hasTime` a wall time as `2026-05-04T06:30`; empty for none. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  /** The first and the last value that can be chosen, in the form of the value. */
  readonly min?: string
  readonly max?: string
  readonly hasTime?: boolean
  /** The time of a day that is chosen in the calendar, `06:30`; at first midnight. */
  readonly timeOfDay?: string
  /** False where a calendar stands beside it. */
  readonly hasCalendar?: boolean
  readonly isReadOnly?: boolean
}

/** Returns a labelled field for a date, typed part by part in the order of the language or chosen in a calendar. Its code is loaded with the first one. */
export function DateField(props: DateFieldProps) {
  return (
    <Suspense fallback={<WaitingField {...props} />}>
      <AriaDateField {...props} />
    </Suspense>
  )
}
