import { useCallback, useSyncExternalStore } from 'react'

/** Windows as narrow as phones. */
export const PHONE = '(max-width: 599.98px)'
/** Windows narrower than a desk has. */
export const NARROW = '(max-width: 991.98px)'

/** Screens that are touched. */
export const COARSE = '(pointer: coarse)'

/** Returns whether the window fits a media query; it follows when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
