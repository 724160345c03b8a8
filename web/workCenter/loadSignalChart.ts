/** Returns the module of the signal chart. Its library loads only for pages that draw one. */
export function loadSignalChart() {
  return import('#web/chart/SignalChart.tsx')
}
