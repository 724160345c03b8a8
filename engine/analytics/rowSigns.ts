/** Shifts of a row that go on, and that were confirmed again with other figures. */
export type RowSign = { readonly running: number; readonly restated: number }

/** The same of keys, one a dimension; null = shifts do not know it. */
export type KeyedSign = RowSign & { readonly keys: readonly (string | null)[] }

/** Returns of how many unfinished and restated shifts the row of the keys is made; null = of none, or shifts do not know the rows apart (domain.md N-9). */
export function signOf(signs: readonly KeyedSign[], keys: readonly string[]): RowSign | null {
  const own = signs.filter(
    (sign) => sign.keys.some((key) => key !== null) && sign.keys.every((key, at) => key === null || key === keys[at]),
  )
  return own.length === 0 ? null : addSigns(own)
}

/** Returns of how many such shifts the whole answer is made. */
export function addSigns(signs: readonly RowSign[]): RowSign {
  return {
    running: signs.reduce((sum, { running }) => sum + running, 0),
    restated: signs.reduce((sum, { restated }) => sum + restated, 0),
  }
}
