import type { RefObject } from 'react'

type FormValueProps = {
  readonly name: string
  readonly value: string
  readonly host: RefObject<HTMLElement | null>
  readonly control: string
}

/** Returns the value of a field under its name, as forms of the browser know it; a form that gives it the focus gives it to the control in the host. */
export function FormValue({ name, value, host, control }: FormValueProps) {
  return (
    <input
      name={name}
      className="hidden-text"
      tabIndex={-1}
      aria-hidden
      readOnly
      value={value}
      onFocus={() => host.current?.querySelector<HTMLElement>(control)?.focus()}
    />
  )
}
