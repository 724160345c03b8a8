import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './assistant.module.css'

type AskChipsProps = {
  /** What they are, for those who do not see them; left out where the sentence before says it. */
  readonly label?: string
  readonly choices: readonly string[]
  readonly onChoose: (choice: string) => void
}

/** Returns questions or names that are asked by one press. */
export function AskChips({ label, choices, onChoose }: AskChipsProps) {
  return (
    <ul className={classes['chips']} aria-label={label}>
      {choices.map((choice) => (
        <li key={choice}>
          <ActionButton onClick={() => onChoose(choice)}>{choice}</ActionButton>
        </li>
      ))}
    </ul>
  )
}
