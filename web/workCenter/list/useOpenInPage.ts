import { useNavigate } from '@tanstack/react-router'
import { useCallback, type MouseEvent } from 'react'

/** Returns the listener that opens plain clicks on links to work centers inside the page; others, like those for a new tab, stay the browser's. */
export function useOpenInPage(): (event: MouseEvent) => void {
  const navigate = useNavigate()
  return useCallback(
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null || event.defaultPrevented || event.button !== 0 || hasModifier(event)) return
      if (link.origin !== location.origin || !link.pathname.startsWith('/boxes/')) return
      event.preventDefault()
      void navigate({ to: link.pathname })
    },
    [navigate],
  )
}

function hasModifier(event: MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}
