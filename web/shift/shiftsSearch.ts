import { columnsOf, date, flag, ids, listOf, oneOf, optionOf, page, sortOf, texts } from '#web/parts/list/codecs.ts'
import { PAGE_SIZES } from '#web/parts/list/pagingOf.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

/** Which shifts by their confirmation (domain.md S-44): all, confirmed, over and not confirmed, or in progress. */
export const SHIFT_TABS = ['all', 'closed', 'unclosed', 'processing'] as const
export const SHIFT_RANGES = ['last7', 'today', 'yesterday', 'last31', 'dates'] as const
export const SHIFT_VIEWS = ['matrix', 'list'] as const
/** Days of the dates of shifts, Monday first. */
export const SHIFT_WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const
/** What the output of a shift lacks. */
export const OUTPUT_GAPS = ['NO_PRODUCTION_ORDER', 'UNCONFIRMED'] as const

/** Columns that can be left out; which shift it was always stands. */
export const SHIFT_COLUMNS = ['workCenter', 'state', 'oee', 'explained', 'losses', 'output', 'confirmed', 'note'] as const

/** The URL state of the shifts. */
export const SHIFTS_SEARCH = tableOfPage(
  '/shifts',
  searchTable({
    tab: oneOf(SHIFT_TABS),
    /** '' = as the tab is best seen. */
    view: optionOf(SHIFT_VIEWS),
    range: oneOf(SHIFT_RANGES),
    /** Dates of shifts, both included, of the range `dates`; empty where it is open. */
    from: date(),
    to: date(),
    wc: ids(),
    shift: ids(),
    wcGroup: ids(),
    /** Codes of shifts. */
    code: texts(),
    weekday: listOf(SHIFT_WEEKDAYS),
    unexplained: flag(),
    output: optionOf(OUTPUT_GAPS),
    /** Closes the shifts of `date` one after the other. */
    close: flag(),
    date: date(),
    /** The board for a hall. */
    tv: flag(),
    sort: sortOf(['date', 'oee', 'explained'], '-date'),
    page: page(),
    /** Rows of a page. */
    size: oneOf(PAGE_SIZES),
    cols: columnsOf(SHIFT_COLUMNS),
  }),
)
export type ShiftsSearch = ReturnType<typeof SHIFTS_SEARCH.read>

export const NO_SHIFT_FILTERS = {
  range: 'last7',
  from: '',
  to: '',
  wc: [],
  shift: [],
  wcGroup: [],
  code: [],
  weekday: [],
  unexplained: false,
  output: '',
  page: 1,
} as const
