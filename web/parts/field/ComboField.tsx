import { Suspense } from 'react'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { FieldProps } from '#web/ui/form/Field.tsx'
import type { SelectOption } from '#web/ui/form/SelectField.tsx'
import { WaitingField } from './WaitingField.tsx'

const AriaComboField = lazyPart(() => import('./AriaComboField.tsx'))

export type ComboFieldProps = FieldProps & {
  readonly name: string
  /** The value of the chosen option; empty for none. */
  readonly value: string
  readonly options: readonly SelectOption[]
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  /** Shown while nothing is chosen. */
  readonly placeholder?: string
  readonly isDisabled?: boolean
}

/** Returns a labelled choice of one of many values, found by typing a part of its name; for some hundreds, of which those out of sight are not laid out. Its code is loaded with the first one. */
export function ComboField(props: ComboFieldProps) {
  const chosen = props.options.find(({ value }) => value === props.value)
  const waiting = <WaitingField {...props} value={chosen?.label ?? ''} />
  // What somebody typed before there were options would be lost.
  return props.options.length === 0 ? (
    waiting
  ) : (
    <Suspense fallback={waiting}>
      <AriaComboField {...props} />
    </Suspense>
  )
}
