const MOST = 8

/** Of whom: a person in a company. */
type Of = { readonly userId: string; readonly companyId: string }

/** Notes that somebody opened the page of a work center, by its device. */
export function noteVisit(of: Of, deviceId: string): void {
  const places = [deviceId, ...visitedPlaces(of).filter((one) => one !== deviceId)].slice(0, MOST)
  try {
    localStorage.setItem(keyOf(of), JSON.stringify(places))
  } catch {
    // A full store only forgets the order.
  }
}

/** Returns the devices whose pages somebody opened in this browser, the last one first, at most eight. */
export function visitedPlaces(of: Of): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(of)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

function keyOf({ userId, companyId }: Of): string {
  return `trueline.visited.${companyId}.${userId}`
}
