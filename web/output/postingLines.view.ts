import type { ListedConfirmationFragment } from '#web/api/generated/graphql.ts'
import { type PostedUnits, unitsOf } from '#web/parts/posting/posting.view.ts'
import { differsMuch } from './output.view.ts'

type Row = ListedConfirmationFragment

/** A line of the list of what was confirmed: an act of confirming, or one row of it where that is unfolded. */
export type PostingLine = {
  readonly key: string
  /** The row that was made last of those that the filter leaves: the list is in the order of its time. */
  readonly first: Row
  readonly rows: readonly Row[]
  /** Of an act: how its rows are shown; SINGLE = it has no more than one. */
  readonly kind: 'FOLDED' | 'PART' | 'SINGLE' | 'UNFOLDED'
}

/** Returns the lines of the postings, in their order: each with its rows, the last made first, behind it where it is unfolded. */
export function postingLines(
  postings: readonly { readonly id: number; readonly lastConfirmationId: number; readonly confirmations: readonly Row[] }[],
  unfolded: ReadonlySet<number>,
): readonly PostingLine[] {
  return postings.flatMap(({ id, lastConfirmationId, confirmations }): readonly PostingLine[] => {
    const rows = confirmations.toSorted((one, other) => Date.parse(other.batchTime) - Date.parse(one.batchTime))
    const first = rows.find((row) => row.id === lastConfirmationId) ?? rows[0]
    if (first === undefined) return []
    const isOpen = rows.length > 1 && unfolded.has(id)
    const kind = rows.length === 1 ? 'SINGLE' : isOpen ? 'UNFOLDED' : 'FOLDED'
    return [{ key: `posting ${id}`, first, rows, kind }, ...(isOpen ? rows.map(partLine) : [])]
  })
}

/** Returns the line of one row. */
export function partLine(row: Row): PostingLine {
  return { key: `row ${row.id}`, first: row, rows: [row], kind: 'PART' }
}

/** The units of a line, what the device had counted of them, and how far both are apart. */
export type LineUnits = PostedUnits & { readonly sensor: number; readonly difference: number; readonly isFarOff: boolean }

/** Returns the sums of the rows of a line. It is far off where accepted or rejected units are by themselves. */
export function lineUnits(rows: readonly Row[]): LineUnits {
  const sums = (of: readonly Row[]) => ({ difference: sum(of, 'difference'), sensorValue: sum(of, 'sensorValue') })
  const types = (['ACCEPTED', 'REJECTED'] as const).map((type) => sums(rows.filter(({ outputType }) => outputType === type)))
  const { difference, sensorValue } = sums(rows)
  return { ...unitsOf(rows), sensor: sensorValue, difference, isFarOff: types.some(differsMuch) }
}

/** Returns what the rows have of one kind, each once, in their order. */
export function namesIn(rows: readonly Row[], nameOf: (row: Row) => string | null | undefined): string {
  return [...new Set(rows.map(nameOf))].filter((name) => name != null && name !== '').join(', ')
}

function sum(rows: readonly Row[], field: 'difference' | 'sensorValue'): number {
  return rows.reduce((all, row) => Math.round((all + row[field]) * 1000) / 1000, 0)
}
