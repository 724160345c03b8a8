import { useEffect, useRef } from 'react'
import { Icon } from './Icon.tsx'
import classes from './SearchField.module.css'
import { isSingleKey } from './singleKeys.ts'

type SearchFieldProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Returns the search field of a list. The key `/` focuses it, Escape empties it. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isSingleKey(event)) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <label className={classes['search']}>
      <span className="hidden-text">{label}</span>
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        placeholder={label}
        aria-keyshortcuts="/"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('')
        }}
      />
      <kbd aria-hidden>/</kbd>
    </label>
  )
}
