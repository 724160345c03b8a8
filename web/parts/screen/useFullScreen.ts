import { useCallback, useSyncExternalStore } from 'react'

/** Returns whether the page fills the display, and what changes that; browsers allow it only after a key or a tap. */
export function useFullScreen(): { readonly isPossible: boolean; readonly isOn: boolean; readonly toggle: () => void } {
  const isOn = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  const toggle = useCallback(() => {
    const asked = document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen()
    // Forbidden by the browser or its owner: the screen stays as it is.
    asked.catch(() => undefined)
  }, [])
  return { isPossible: document.fullscreenEnabled, isOn, toggle }
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
