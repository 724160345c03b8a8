export type Scheme = 'light' | 'dark'

const DARK = '(prefers-color-scheme: dark)'
/** Screens of this width hang in halls. */
const WIDE = '(min-width: 1200px)'

/** Returns the look of a screen: the one wished for, else dark on large screens, which hang in halls, else that of the system. */
export function schemeOf(given: { readonly wanted: string | null; readonly isWide: boolean; readonly isDark: boolean }): Scheme {
  if (given.wanted === 'light' || given.wanted === 'dark') return given.wanted
  return given.isWide || given.isDark ? 'dark' : 'light'
}

/** Gives the page the look of a screen while it is one, by `theme` of its address, its width and the system; returns what gives it back the system's. */
export function followScreenScheme(wanted: string | null): () => void {
  const [dark, wide] = [matchMedia(DARK), matchMedia(WIDE)]
  const show = (scheme: Scheme) => {
    document.documentElement.dataset['mantineColorScheme'] = scheme
  }
  const apply = () => show(schemeOf({ wanted, isWide: wide.matches, isDark: dark.matches }))
  for (const query of [dark, wide]) query.addEventListener('change', apply)
  apply()
  return () => {
    for (const query of [dark, wide]) query.removeEventListener('change', apply)
    show(dark.matches ? 'dark' : 'light')
  }
}
