/** The unit in which a work center counts, by its code, in force from an instant; the last one goes on (domain.md E-55). */
export type UnitVersion = { readonly validFrom: number; readonly unit: string }

/** Returns the unit in force at the instant, before the first version the first one; null when none is known. */
export function unitAt(versions: readonly UnitVersion[], at: number): string | null {
  return (versions.findLast(({ validFrom }) => validFrom <= at) ?? versions[0])?.unit ?? null
}

/** Returns the first instant after `at` at which the unit changes, Infinity for none. */
export function nextUnitChange(versions: readonly UnitVersion[], at: number): number {
  if (versions.length < 2) return Infinity
  const present = unitAt(versions, at)
  return versions.find(({ validFrom, unit }) => validFrom > at && unit !== present)?.validFrom ?? Infinity
}
