/** Returns the module of the signal chart, whose library is loaded only for pages that draw one. */
export function loadSignalChart() {
  return import('#web/chart/SignalChart.tsx')
}
