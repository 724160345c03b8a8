import { useEffect, useRef, type RefObject } from 'react'

/** Returns the reference for a form whose first empty field has the focus as soon as it is there: the page is there for it alone. */
export function useFirstFocus(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])]
    inputs.find((input) => input.value === '' && !input.readOnly)?.focus()
  }, [])
  return form
}
