import { useEffect, useState } from 'react'

/** Takes the rest of the page out of reach, of the keyboard and of screen readers too, and gives the focus back in the end. */
export function useAlone(frame: { readonly current: HTMLElement | null }): void {
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    const own = frame.current?.parentElement
    const others = [...document.body.children].filter(
      (element): element is HTMLElement => element instanceof HTMLElement && element !== own && !element.inert,
    )
    for (const other of others) other.inert = true
    frame.current?.focus()
    return () => {
      for (const other of others) other.inert = false
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [frame, before])
}
