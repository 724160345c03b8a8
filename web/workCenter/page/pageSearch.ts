import { raw } from '#web/parts/list/codecs.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { ROW_CHOICE, ROW_ORDER } from '../history/rowColumns.ts'

/** The value of `mode` for the people who work at the machine. */
export const OPERATOR_MODE = 'op'

/** The URL state of the page of a work center, over all of its tabs. */
export const PAGE_SEARCH = searchTable({
  tab: raw(),
  tv: raw(),
  mode: raw(),
  // The period.
  range: raw(),
  from: raw(),
  to: raw(),
  shift: raw(),
  // The selected segment, by the id of its loss or by an instant.
  sel: raw(),
  at: raw(),
  // History.
  view: raw(),
  sensors: raw(),
  reason: raw(),
  order: ROW_ORDER,
  cols: ROW_CHOICE,
  // Statistics.
  cmp: raw(),
  factor: raw(),
  loss: raw(),
  lossGroup: raw(),
  m: raw(),
  pareto: raw(),
  sort: raw(),
})

/** Returns the URL state of the page of a work center and its setter. */
export const usePageSearch = () => useListSearch(PAGE_SEARCH)
