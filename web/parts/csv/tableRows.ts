/** A row of a table with the numbers of the lines on which it begins and ends; empty ones are left out. */
export type TableRow = { readonly line: number; readonly lastLine: number; readonly cells: readonly string[] }

/**
 * Returns the rows of cells that were copied from a sheet (tabs between them), or of a CSV: with semicolons, or with the separator given. Cells in quotation
 * marks may hold separators, lines and doubled marks; a mark within a cell is a mark.
 */
export function tableRows(text: string, separator = separatorOf(text)): readonly TableRow[] {
  const bare = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const rows: TableRow[] = []
  let line = 1
  let at = 0
  while (at < bare.length) {
    const began = line
    const cells: string[] = []
    for (;;) {
      const { cell, end } = cellAt(bare, at, separator)
      cells.push(cell.trim())
      line += cell.split('\n').length - 1
      at = end
      if (bare[at] !== separator) break
      at++
    }
    at++
    if (cells.some((cell) => cell !== '')) rows.push({ line: began, lastLine: line, cells })
    line++
  }
  return rows
}

/** Returns what stands between the cells of the first line; a comma is part of a sentence, so it does not count. */
export function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1)
  return ['\t', ';'].find((one) => first.includes(one)) ?? '\t'
}

function cellAt(text: string, start: number, separator: string): { readonly cell: string; readonly end: number } {
  const isEnd = (at: number): boolean => at >= text.length || text[at] === separator || text[at] === '\n'
  const first = /[^ ]/.exec(text.slice(start))?.index ?? 0
  if (text[start + first] === '"') {
    const quoted = /^"((?:[^"]|"")*)" */.exec(text.slice(start + first))
    const end = start + first + (quoted?.[0].length ?? 0)
    // Not closed, or closed before the end of the cell, it is a mark as any other.
    if (quoted !== null && isEnd(end)) return { cell: (quoted[1] ?? '').replaceAll('""', '"'), end }
  }
  let end = start
  while (!isEnd(end)) end++
  return { cell: text.slice(start, end), end }
}
