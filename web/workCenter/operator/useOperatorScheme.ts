import { useLayoutEffect, useState } from 'react'
import { forceScheme } from '#web/ui/colorScheme.ts'

const KEY = 'trueline.operator.scheme'

/** Returns whether the screen is dark, which it is unless somebody chose otherwise here, and what changes that; the page has its own look again afterwards. */
export function useOperatorScheme(): { readonly isDark: boolean; readonly toggle: () => void } {
  const [isDark, setDark] = useState(() => localStorage.getItem(KEY) !== 'light')
  useLayoutEffect(() => {
    forceScheme(isDark ? 'dark' : 'light')
    return () => forceScheme(null)
  }, [isDark])
  return {
    isDark,
    toggle: () => {
      localStorage.setItem(KEY, isDark ? 'light' : 'dark')
      setDark(!isDark)
    },
  }
}
