import { useEffect, useRef, type RefObject } from 'react'

/** Returns the ref of a form that focuses its first empty field at once, since the page exists only for it. */
export function useFirstFocus(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])]
    inputs.find((input) => input.value === '' && !input.readOnly)?.focus()
  }, [])
  return form
}
