/** How many tiles stand beside and below each other. */
export type Grid = { readonly columns: number; readonly rows: number }

/** Smaller tiles cannot be read from five metres. */
const LEAST_TILE = { width: 300, height: 190 }
const MOST = { columns: 5, rows: 4 }
const BEST_RATIO = 1.7

/** Returns how many tiles fit on one page of the size in px: 1 to 20. */
export function capacityOf(size: { readonly width: number; readonly height: number }): Grid {
  const fit = (room: number, least: number, most: number) => Math.min(most, Math.max(1, Math.floor(room / least)))
  return { columns: fit(size.width, LEAST_TILE.width, MOST.columns), rows: fit(size.height, LEAST_TILE.height, MOST.rows) }
}

/** Returns the ids by page, as many on each as on the others where that is possible, so that no page stands almost empty. */
export function pagesOf(ids: readonly number[], capacity: Grid): readonly (readonly number[])[] {
  if (ids.length === 0) return []
  const count = Math.ceil(ids.length / (capacity.columns * capacity.rows))
  const size = Math.ceil(ids.length / count)
  return Array.from({ length: count }, (_page, at) => ids.slice(at * size, (at + 1) * size)).filter((page) => page.length > 0)
}

/** Returns the grid in which so many tiles come out largest, by their likeness to the best shape. */
export function gridOf(count: number, capacity: Grid, size: { readonly width: number; readonly height: number }): Grid {
  let best: Grid = { columns: 1, rows: Math.max(1, count) }
  let bestScale = 0
  for (let columns = 1; columns <= capacity.columns; columns++) {
    const rows = Math.ceil(Math.max(1, count) / columns)
    const scale = Math.min(size.width / columns / BEST_RATIO, size.height / rows)
    if (scale > bestScale) [best, bestScale] = [{ columns, rows }, scale]
  }
  return best
}
