import { Icon } from '../Icon.tsx'
import classes from './RuleList.module.css'

type RuleListProps = {
  readonly rules: readonly { readonly text: string; readonly isMet: boolean }[]
  /** Read out behind a rule that is kept. */
  readonly metLabel: string
}

/** Returns the rules of a field, each marked once it is met: by shape and word, not by colour alone. */
export function RuleList({ rules, metLabel }: RuleListProps) {
  return (
    <ul className={classes['rules']}>
      {rules.map(({ text, isMet }) => (
        <li key={text} data-met={isMet || undefined}>
          {isMet ? <Icon name="check" size={16} /> : <span className={classes['dot']} aria-hidden />}
          <span>
            {text}
            {isMet && <span className="hidden-text">, {metLabel}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
