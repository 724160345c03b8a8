/** Returns places with those whose pages were opened last first; the others stay in their order. `visited` = devices, the last one first. */
export function visitedFirst<Place extends { readonly deviceId: string | null }>(
  places: readonly Place[],
  visited: readonly string[],
): readonly Place[] {
  const rank = ({ deviceId }: Place) => {
    const at = deviceId === null ? -1 : visited.indexOf(deviceId)
    return at < 0 ? visited.length : at
  }
  return places.toSorted((one, other) => rank(one) - rank(other))
}
