import classes from './ToolbarSelect.module.css'

type ToolbarSelectProps<T extends string> = {
  readonly label: string
  readonly value: T
  readonly choices: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
}

/** Returns a choice with its label beside it, for tools above a list; on phones the label is above. */
export function ToolbarSelect<T extends string>({ label, value, choices, onChange }: ToolbarSelectProps<T>) {
  return (
    <label className={classes['select']}>
      <span>{label}</span>
      <select
        value={value}
        onChange={(event) => {
          const chosen = choices.find((one) => one.value === event.currentTarget.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  )
}
