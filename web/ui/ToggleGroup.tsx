import choices from './ChoiceGroup.module.css'

type ToggleGroupProps<Value extends string> = {
  readonly label: string
  readonly values: readonly Value[]
  readonly chosen: readonly Value[]
  readonly textOf: (value: Value) => string
  /** Told the chosen ones in the order of the values. */
  readonly onChange: (chosen: readonly Value[]) => void
}

/** Returns a few choices side by side, any number of them chosen: check boxes in the look of a segmented control. */
export function ToggleGroup<Value extends string>({ label, values, chosen, textOf, onChange }: ToggleGroupProps<Value>) {
  return (
    <fieldset className={choices['stacked']}>
      <legend>{label}</legend>
      <div className={choices['choices']}>
        {values.map((value) => (
          <label key={value} className={choices['choice']}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) => onChange(values.filter((one) => (one === value ? target.checked : chosen.includes(one))))}
            />
            <span>{textOf(value)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
