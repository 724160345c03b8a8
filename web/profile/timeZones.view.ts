export type ListedZone = { readonly value: string; readonly label: string; readonly offset: string }

/** Returns the zones to choose from, with how far they are from UTC; the one in force stands among them even when it is listed no more. */
export function zoneOptions(zones: readonly ListedZone[], current: string): readonly { readonly value: string; readonly label: string }[] {
  const options = zones.map(({ value, label, offset }) => ({ value, label: `${label} (${offset})` }))
  return options.some((option) => option.value === current) ? options : [{ value: current, label: current }, ...options]
}
