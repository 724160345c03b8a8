import { useLayoutEffect } from 'react'
import { followScreenScheme } from './screenScheme.ts'

/** Gives the page the look of a screen in a hall while the component is shown; `theme=light` or `theme=dark` in the address wishes for one. */
export function useScreenScheme(): void {
  useLayoutEffect(() => followScreenScheme(new URLSearchParams(location.search).get('theme')), [])
}
