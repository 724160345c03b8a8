import { sumOfCells, valueOfCell } from '#engine/analytics/cells.ts'
import { isAdditive, TIME_DIMENSIONS, type Dimension, type Measure } from '#engine/analytics/dimensions.ts'
import type { AnalyticsQuery } from '#web/api/generated/graphql.ts'

/** A cell of the heat table: where its value lies between the least and the greatest, 0 to 1; null = there is none. */
export type HeatValue = { readonly keys: readonly string[]; readonly value: number | null; readonly heat: number | null }
export type HeatTableView = {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly HeatValue[]; readonly whole: number | null }[]
  /** Of each column. */
  readonly wholes: readonly (number | null)[]
  readonly whole: number | null
}

type Answer = Pick<AnalyticsQuery['analytics'], 'cells'>
type Given = Answer['cells'][number]

/** A table of more than so many rows or columns is no picture. */
const MOST_LINES = 60

/** Returns the answer as rows of the first dimension by columns of the second, sums of terms at their ends; null where it is too large to be seen at once. */
export function heatTableOf({ cells }: Answer, measure: Measure, by: readonly Dimension[]): HeatTableView | null {
  const [rowKeys, columns] = [linesOf(cells, 0, by[0]), linesOf(cells, 1, by[1])]
  if (rowKeys.length === 0 || rowKeys.length > MOST_LINES || columns.length > MOST_LINES) return null
  const known = new Map(cells.map((cell) => [cell.keys.join('\n'), valueOf([cell])]))
  const values = [...known.values()].filter((value) => value !== null)
  const least = isAdditive(measure) ? 0 : Math.min(...values)
  const range = Math.max(...values) - least
  return {
    columns,
    rows: rowKeys.map((key) => ({
      key,
      cells: columns.map((column) => {
        const value = known.get(`${key}\n${column}`) ?? null
        return { keys: [key, column], value, heat: value === null ? null : range > 0 ? (value - least) / range : 0 }
      }),
      whole: valueOf(cells.filter(({ keys }) => keys[0] === key)),
    })),
    wholes: columns.map((column) => valueOf(cells.filter(({ keys }) => keys[1] === column))),
    whole: valueOf(cells),
  }
}

/** Those of the calendar in its order, others the greatest sum first. */
function linesOf(cells: readonly Given[], place: 0 | 1, dimension: Dimension | undefined): readonly string[] {
  const sums = [...Map.groupBy(cells, ({ keys }) => keys[place] ?? '')].map(([key, own]) => ({
    key,
    part: own.reduce((sum, { figure }) => sum + figure.part, 0),
  }))
  const isTime = dimension !== undefined && TIME_DIMENSIONS.includes(dimension)
  return sums.toSorted((a, b) => (isTime ? inTime(a.key, b.key) : b.part - a.part)).map(({ key }) => key)
}

/** Hours and weekdays are numbers, dates are not. */
function inTime(one: string, other: string): number {
  return one.includes('-') ? one.localeCompare(other) : Number(one) - Number(other)
}

function valueOf(cells: readonly Given[]): number | null {
  return cells.length === 0
    ? null
    : valueOfCell(sumOfCells(cells.map(({ figure: { part, base } }) => ({ keys: [], part, base: base ?? null }))))
}
