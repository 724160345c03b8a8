/**
 * Shows the chosen color scheme before the first paint. Pages load it as a script of its own, because their content policy allows none inside them,
 * and without imports, because a page waits for it. `web/ui/colorScheme.ts` goes on from there and decides the same, which a test proves.
 */
{
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Browsers of screens may forbid to keep anything.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset['colorScheme'] = chosen === 'light' || chosen === 'dark' ? chosen : system
}
