/** What is between two parts of the key of a cell. */
const BETWEEN = '\n'

/**
 * A part of a figure: by `keys`, one a dimension, and a figure that is `part` over `base`, null = `part` alone. Figures of more are made of the sums of
 * both, never of figures (domain.md G-1).
 */
export type Cell = { readonly keys: readonly string[]; readonly part: number; readonly base: number | null }

/** Returns the value of a cell; null where there is nothing to divide by. */
export function valueOfCell({ part, base }: Pick<Cell, 'base' | 'part'>): number | null {
  if (base === null) return part
  return base > 0 ? part / base : null
}

/** Returns one cell of all, under the keys. */
export function sumOfCells(cells: readonly Cell[], keys: readonly string[] = []): Cell {
  const isRatio = cells.some(({ base }) => base !== null)
  return {
    keys,
    part: cells.reduce((sum, cell) => sum + cell.part, 0),
    base: isRatio ? cells.reduce((sum, cell) => sum + (cell.base ?? 0), 0) : null,
  }
}

/** Returns a cell for each different list of keys, in the order of their first. */
export function addCells(cells: readonly Cell[]): Cell[] {
  return [...Map.groupBy(cells, keyOfCell).values()].map((same) => sumOfCells(same, same[0]?.keys))
}

/** Returns the keys as one text; equal for equal keys only. */
export function keyOfCell({ keys }: Pick<Cell, 'keys'>): string {
  return keys.join(BETWEEN)
}
