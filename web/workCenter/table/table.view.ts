import type { TableColumn } from '../list/tableColumns.ts'
import { groupSections, type GroupSection } from '../list/groups.view.ts'
import type { ListedCard } from '../list/listedCard.ts'
import type { ListSearch, Sort } from '../list/listSearch.view.ts'
import { columnSort } from '../list/listOrder.view.ts'

/** Widths in CSS px; the strip takes what is left. */
export const NAME_WIDTH = 200
export const COLUMN_WIDTHS: Record<TableColumn, number> = {
  status: 150,
  since: 72,
  oee: 84,
  availability: 64,
  performance: 64,
  quality: 64,
  output: 172,
  rejected: 84,
  order: 112,
  reasons: 92,
  strip: 172,
}

export type TableItem =
  | { readonly kind: 'row'; readonly key: string; readonly workCenter: ListedCard }
  | { readonly kind: 'group'; readonly key: string; readonly section: GroupSection<ListedCard> }

/** Returns the rows of the table: the work centers, or under the heads of their groups those of the open ones. */
export function tableItems(
  workCenters: readonly ListedCard[],
  search: Pick<ListSearch, 'isGrouped' | 'closed'>,
  compare: (a: string, b: string) => number,
): readonly TableItem[] {
  const rowOf = (workCenter: ListedCard): TableItem => ({ kind: 'row', key: `row ${workCenter.id}`, workCenter })
  if (!search.isGrouped) return workCenters.map(rowOf)
  return groupSections(workCenters, compare).flatMap((section) => [
    { kind: 'group' as const, key: `group ${section.key}`, section },
    ...(search.closed.includes(section.key) ? [] : section.members.map(rowOf)),
  ])
}

/** Returns the least width of the table in CSS px. */
export function tableWidth(columns: readonly TableColumn[]): number {
  return columns.reduce((sum, column) => sum + COLUMN_WIDTHS[column], NAME_WIDTH)
}

export type SortableColumn = 'name' | Exclude<TableColumn, 'order' | 'strip'>

/** Returns how the list is ordered by a column now, in the words of `aria-sort`, and the order that its header asks for next. */
export function sortOf(column: SortableColumn, sort: Sort): { readonly now: 'ascending' | 'descending' | 'none'; readonly next: Sort } {
  if (column === 'name') {
    if (sort === 'az') return { now: 'ascending', next: 'za' }
    return sort === 'za' ? { now: 'descending', next: 'default' } : { now: 'none', next: 'az' }
  }
  const key = column === 'oee' ? 'efficiency' : column
  const current = columnSort(sort)
  if (current?.column !== key) return { now: 'none', next: startsDown(column) ? `${key}Down` : `${key}Up` }
  const { isUp } = current
  const isSecond = isUp === startsDown(column)
  return { now: isUp ? 'ascending' : 'descending', next: isSecond ? 'default' : isUp ? `${key}Down` : `${key}Up` }
}

/** What needs somebody comes first: the worst status, the most rejects and open reasons; of figures the lowest. */
function startsDown(column: SortableColumn): boolean {
  return column === 'status' || column === 'rejected' || column === 'reasons' || column === 'output'
}
