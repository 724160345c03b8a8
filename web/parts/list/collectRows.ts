/** A page of a list as the server answers it. */
export type ListPage<Row> = { readonly items: readonly Row[]; readonly totalItems: number }

type Wanted<Row> = {
  /** Returns the page of the number, from 1 on. */
  readonly readPage: (page: number) => Promise<ListPage<Row>>
  readonly most: number
  /** Called after each page with how many rows there are so far, and how many there will be. */
  readonly onProgress: (count: number, total: number) => void
  readonly signal: AbortSignal
}

/** Returns the rows of all pages, at most so many, and whether there are more; null when it was given up. */
export async function collectRows<Row>({ readPage, most, onProgress, signal }: Wanted<Row>): Promise<{
  readonly rows: readonly Row[]
  readonly isCut: boolean
} | null> {
  const rows: Row[] = []
  for (let page = 1; rows.length < most; page++) {
    // Each page is asked for when the one before has come: a file is no reason to load the server.
    const { items, totalItems } = await readPage(page)
    if (signal.aborted) return null
    rows.push(...items)
    onProgress(Math.min(rows.length, most), Math.min(Math.max(totalItems, rows.length), most))
    if (items.length === 0 || rows.length >= totalItems) return { rows: rows.slice(0, most), isCut: rows.length > most }
  }
  return { rows: rows.slice(0, most), isCut: true }
}
