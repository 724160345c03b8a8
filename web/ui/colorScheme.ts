import { useSyncExternalStore } from 'react'
import { isPrinting, onPrinting } from './printing.ts'

export const COLOR_SCHEMES = ['auto', 'light', 'dark'] as const
/** What a person chose for this device; `auto` is the scheme of the system. */
export type ColorScheme = (typeof COLOR_SCHEMES)[number]
/** What the page shows. */
export type ShownScheme = Exclude<ColorScheme, 'auto'>

/** The key of an earlier library: choices made then still count. `web/firstScheme.ts` reads it too. */
const KEY = 'mantine-color-scheme-value'

const listeners = new Set<() => void>()
/** What a screen in a hall shows whatever was chosen. */
let forced: ShownScheme | null = null

/** Returns the chosen scheme of this device, kept in its browser. */
export function chosenScheme(): ColorScheme {
  try {
    const stored = localStorage.getItem(KEY)
    return COLOR_SCHEMES.find((scheme) => scheme === stored) ?? 'auto'
  } catch {
    // Browsers of screens may forbid to keep anything.
    return 'auto'
  }
}

/** Returns the scheme that a choice shows on a system. */
export function schemeOn(chosen: ColorScheme, isSystemDark: boolean): ShownScheme {
  if (chosen !== 'auto') return chosen
  return isSystemDark ? 'dark' : 'light'
}

/** Keeps the choice and shows it at once. */
export function chooseScheme(scheme: ColorScheme): void {
  localStorage.setItem(KEY, scheme)
  show()
}

/** Shows a scheme whatever was chosen; null goes back to the choice. */
export function forceScheme(scheme: ShownScheme | null): void {
  forced = scheme
  show()
}

/** Shows the chosen scheme from now on: also when the system's changes, or the choice does in another tab. */
export function followColorScheme(): void {
  systemDark().addEventListener('change', show)
  onPrinting(show)
  addEventListener('storage', (event) => {
    // Null: everything that is kept was deleted.
    if (event.key === KEY || event.key === null) show()
  })
  show()
}

/** Returns the chosen scheme, also when it changes. */
export function useChosenScheme(): ColorScheme {
  return useSyncExternalStore(onScheme, chosenScheme)
}

/** Returns the scheme that the page shows, also when it changes; for what is drawn on a canvas. */
export function useShownScheme(): ShownScheme {
  return useSyncExternalStore(onScheme, shownScheme)
}

function shownScheme(): ShownScheme {
  // Paper is white.
  if (isPrinting()) return 'light'
  return forced ?? schemeOn(chosenScheme(), systemDark().matches)
}

function show(): void {
  document.documentElement.dataset['colorScheme'] = shownScheme()
  for (const listener of listeners) listener()
}

function systemDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}

function onScheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
