import { useEffect, useRef, type RefObject } from 'react'

/**
 * Returns the ref of a form that Ctrl or ⌘ with S submits, instead of the browser's save dialog. Of several mounted forms the visible one is
 * submitted.
 */
export function useSaveKey(): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const form = element.current
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (form === null || form.offsetParent === null) return
      event.preventDefault()
      // What a dialog asks over it comes first.
      if (document.querySelector('dialog[open]') === null) form.requestSubmit()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return element
}
