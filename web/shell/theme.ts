import { createTheme } from '@mantine/core'

/** What of the theme is code; colours and sizes are the variables of `theme.css`, so that no style element is written at run time. */
export const theme = createTheme({
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
})
