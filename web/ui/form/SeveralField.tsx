import { useId, useState, type SyntheticEvent } from 'react'
import { Dropdown } from '../Dropdown.tsx'
import { foldText } from '../foldText.ts'
import type { SelectOption } from './SelectField.tsx'
import classes from './SeveralField.module.css'

type SeveralFieldProps = {
  readonly label: string
  readonly options: readonly SelectOption[]
  readonly chosen: readonly string[]
  /** So many can be chosen; the others wait until one is not any more. */
  readonly most?: number
  /** Told the chosen ones in the order of the options; what is no option any more stays first. */
  readonly onChange: (chosen: readonly string[]) => void
  readonly texts: {
    /** While nothing is chosen. */
    readonly any: string
    readonly several: (count: number) => string
    readonly find: string
    readonly clear: string
    readonly none: string
  }
}

/** Of the list, with its border. */
const PANEL_WIDTH = 300
/** So many are seen at once; more can be looked for. */
const MOST_SEEN = 8

/** Returns a choice of any number of values: a button that says what is chosen, with a list of boxes to tick below it. */
export function SeveralField({ label, options, chosen, most = Infinity, onChange, texts }: SeveralFieldProps) {
  const id = useId()
  const [side, setSide] = useState<'end' | 'start'>('start')
  const only = options.find(({ value }) => value === chosen[0])?.label
  const text = chosen.length === 0 ? texts.any : chosen.length === 1 && only !== undefined ? only : texts.several(chosen.length)
  const look = ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
    setSide(currentTarget.getBoundingClientRect().left + PANEL_WIDTH > globalThis.innerWidth ? 'end' : 'start')
  return (
    <div
      className={classes['field']}
      role="group"
      aria-labelledby={id}
      // The list opens to where there is room for it.
      onFocusCapture={look}
      onPointerDownCapture={look}
    >
      <span id={id} className={classes['label']}>
        {label}
      </span>
      <Dropdown
        kind="dialog"
        side={side}
        label={`${label}: ${text}`}
        triggerClass={classes['button']}
        trigger={<span className={classes['chosen']}>{text}</span>}
      >
        <Choices {...{ label, options, chosen, most, onChange, texts }} />
      </Dropdown>
    </div>
  )
}

function Choices({ label, options, chosen, most, onChange, texts }: SeveralFieldProps & { readonly most: number }) {
  const [sought, setSought] = useState('')
  const found = options.filter((option) => foldText(option.label).includes(foldText(sought)))
  const isKnown = (value: string) => options.some((option) => option.value === value)
  const toggle = (value: string, isChosen: boolean) =>
    onChange([
      ...chosen.filter((one) => !isKnown(one)),
      ...options.map((option) => option.value).filter((one) => (one === value ? isChosen : chosen.includes(one))),
    ])
  return (
    <div className={classes['panel']}>
      {options.length > MOST_SEEN && (
        <input
          type="search"
          className={classes['find']}
          aria-label={`${label}: ${texts.find}`}
          placeholder={texts.find}
          autoComplete="off"
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
      )}
      <ul className={classes['options']}>
        {found.map(({ value, label: name }) => (
          <li key={value}>
            <label className={classes['option']}>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                disabled={chosen.length >= most && !chosen.includes(value)}
                onChange={({ target }) => toggle(value, target.checked)}
              />
              <span>{name}</span>
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={classes['note']}>{texts.none}</p>}
      {chosen.length > 0 && (
        <button type="button" className={classes['clear']} onClick={() => onChange([])}>
          {texts.clear}
        </button>
      )}
    </div>
  )
}
