import { forceScheme, type ShownScheme } from '#web/ui/colorScheme.ts'

const DARK = '(prefers-color-scheme: dark)'
/** Screens of this width hang in halls. */
const WIDE = '(min-width: 1200px)'

/** Returns the look of a screen: the one wished for, else dark on large screens, which hang in halls, else that of the system. */
export function schemeOf(given: { readonly wanted: string | null; readonly isWide: boolean; readonly isDark: boolean }): ShownScheme {
  if (given.wanted === 'light' || given.wanted === 'dark') return given.wanted
  return given.isWide || given.isDark ? 'dark' : 'light'
}

/** Returns what ends the look of a screen, which the page has from now on: by `theme` of its address, its width and the system. */
export function followScreenScheme(wanted: string | null): () => void {
  const [dark, wide] = [matchMedia(DARK), matchMedia(WIDE)]
  const apply = () => forceScheme(schemeOf({ wanted, isWide: wide.matches, isDark: dark.matches }))
  for (const query of [dark, wide]) query.addEventListener('change', apply)
  apply()
  return () => {
    for (const query of [dark, wide]) query.removeEventListener('change', apply)
    forceScheme(null)
  }
}
