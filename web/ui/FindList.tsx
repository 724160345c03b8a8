import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import classes from './FindList.module.css'

type FindListProps<T> = {
  /** What the text finds, in its order. */
  readonly find: (text: string) => readonly T[]
  readonly keyOf: (item: T) => string
  readonly onChoose: (item: T) => void
  readonly children: (item: T) => ReactNode
  readonly inputLabel: string
  readonly listLabel: string
  /** What is said when nothing is found. */
  readonly none: string
  /** What is said to who cannot see the list, by how many were found. */
  readonly found: (count: number) => string
  /** What is said when there are this many more than are shown. */
  readonly more: (count: number) => string
  readonly isLarge?: boolean
}

/** More than anybody looks through; typing finds the rest. */
const MAX_SHOWN = 100

/** Returns a field with a list under it: typing finds, the arrow keys choose and go round, Enter or a press takes the item (U-14). */
export function FindList<T>({ find, keyOf, onChoose, children, isLarge, ...texts }: FindListProps<T>) {
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const found = find(text)
  const shown = found.slice(0, MAX_SHOWN)
  const last = shown.length - 1
  const chosen = shown[Math.min(active, last)]
  const chosenId = chosen === undefined ? undefined : `${id}-${keyOf(chosen)}`
  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? last : active - 1)
    else if (event.key === 'Enter' && chosen !== undefined) onChoose(chosen)
    else if (event.key !== 'Enter') return
    event.preventDefault()
  }
  return (
    <div className={classes['list']} data-large={isLarge}>
      <input
        // The attribute, which React keeps to itself: a dialog gives the focus to who has it.
        ref={(input) => input?.setAttribute('autofocus', '')}
        className={classes['input']}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-found`}
        aria-activedescendant={chosenId}
        aria-label={texts.inputLabel}
        placeholder={texts.inputLabel}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="hidden-text">
        {found.length === 0 ? texts.none : texts.found(found.length)}
      </p>
      {found.length === 0 && (
        <p className={classes['note']} aria-hidden>
          {texts.none}
        </p>
      )}
      <div id={`${id}-found`} role="listbox" aria-label={texts.listLabel} className={classes['options']}>
        {shown.map((item) => (
          // The keyboard stays in the field above, which names the chosen option.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={keyOf(item)}
            id={`${id}-${keyOf(item)}`}
            role="option"
            tabIndex={-1}
            aria-selected={item === chosen}
            className={classes['option']}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(item)}
          >
            {children(item)}
          </div>
        ))}
        {found.length > MAX_SHOWN && <p className={classes['note']}>{texts.more(found.length - MAX_SHOWN)}</p>}
      </div>
    </div>
  )
}
