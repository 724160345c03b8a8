import type { TableColumn } from '../list/tableColumns.ts'
import { groupSections, type GroupSection } from '../list/groups.view.ts'
import type { ListedCard } from '../list/listedCard.ts'
import { columnOf, isDescending } from '#web/parts/list/sort.ts'
import { type ListSearch, type Sort, SORT_COLUMNS } from '../list/listSearch.view.ts'
import { columnSort } from '../list/listOrder.view.ts'

/** In CSS px. */
export const STRIP_WIDTH = 172
export const NAME_WIDTH = 200
/** The strip takes what is left. */
export const COLUMN_WIDTHS: Record<Exclude<TableColumn, 'strip'>, number> = {
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
}

/** What needs somebody comes first: the worst status, the most rejects and open reasons; of figures the lowest. */
export const STARTS_DOWN: readonly TableColumn[] = ['status', 'output', 'rejected', 'reasons']

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

/** The columns of the table whose names are not those of the orders that the address knows. */
const HEADS: Readonly<Record<string, Sort>> = { name: 'az', '-name': 'za', oee: 'efficiencyUp', '-oee': 'efficiencyDown' }

/** Returns an order of the address as the heads of the table know it: a column, `-` before it for descending; '' for none of them. */
export function headSort(sort: Sort): string {
  const head = Object.keys(HEADS).find((one) => HEADS[one] === sort)
  const by = columnSort(sort)
  return head ?? (by === null ? '' : `${by.isUp ? '' : '-'}${by.column}`)
}

/** Returns the order of the address that a head asks for; null, its third press, gives the order up. */
export function sortOfHead(head: string | null): Sort {
  if (head === null) return 'default'
  const column = SORT_COLUMNS.find((one) => one === columnOf(head))
  return HEADS[head] ?? (column === undefined ? 'default' : isDescending(head) ? `${column}Down` : `${column}Up`)
}
