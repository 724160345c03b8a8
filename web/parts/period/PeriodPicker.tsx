import { useTexts } from '../problem/useTexts.ts'
import { type PeriodChoice, type PeriodContext, RELATIVE_RANGES } from './period.ts'

export type ShiftOption = { readonly shiftId: number; readonly code: string; readonly name: string }

export type PeriodPickerProps = {
  readonly choice: PeriodChoice
  readonly context: PeriodContext
  /** Shifts of the schedule that the choice can be narrowed to; empty = no such choice. */
  readonly shifts: readonly ShiftOption[]
  readonly onChoice: (choice: PeriodChoice) => void
}

/** Returns the choice of the shown time: quick ranges. */
export function PeriodPicker({ choice, onChoice }: PeriodPickerProps) {
  const { t } = useTexts('period')
  return (
    <select
      aria-label={t('period')}
      value={choice.kind === 'relative' ? choice.range : ''}
      onChange={(event) => {
        const range = RELATIVE_RANGES.find((one) => one === event.currentTarget.value)
        if (range) onChoice({ kind: 'relative', range, shiftId: choice.shiftId })
      }}
    >
      {RELATIVE_RANGES.map((range) => (
        <option key={range} value={range}>
          {t(`range.${range}`)}
        </option>
      ))}
    </select>
  )
}
