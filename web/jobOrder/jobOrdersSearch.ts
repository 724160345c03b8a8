import { alsoRead, columnsOf, date, flag, ids, listOf, oneOf, optionOf, page, sortOf, text } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

/** What the page shows: all orders, those that wait to be started, or those of one status. */
export const ORDER_TABS = ['all', 'planned', 'progress', 'onHold', 'technicallyCompleted', 'completed', 'cancelled'] as const
export type OrderTab = (typeof ORDER_TABS)[number]

/** Columns of orders and of material that can be left out; which one it is always stands. */
const ORDER_COLUMNS = [
  ...['place', 'workCenter', 'product', 'made', 'window', 'due', 'created', 'status', 'act'],
  ...['batch', 'balance', 'lasts'],
] as const

/** What of the plan is shown: its orders as a list or as queues, the products, what is left of material, or what changing between products takes. */
const ORDER_VIEWS = ['table', 'board', 'items', 'stock', 'changeovers'] as const

/** Open orders that will be late, as the address names them: surely, likely, or if it goes badly. */
export const LATE_CHOICES = ['late', 'likely', 'risk'] as const
export type LateChoice = (typeof LATE_CHOICES)[number]

/** Where orders come from, as the address names it. */
export const ORDER_SOURCES = ['screen', 'import', 'integration', 'api'] as const

/** What an import did with orders, as the address names it. */
export const IMPORT_DEEDS = ['create', 'update', 'recreate', 'close', 'cancel'] as const
export type ImportDeed = (typeof IMPORT_DEEDS)[number]

/** What of an open order is shown. */
export const ORDER_PANEL_TABS = ['general', 'materials', 'scrap', 'output', 'conversation', 'history'] as const

/** The URL state of the job orders. */
export const ORDERS_SEARCH = tableOfPage(
  '/job-orders',
  searchTable({
    view: oneOf(ORDER_VIEWS),
    tab: oneOf(ORDER_TABS),
    q: text(),
    wc: ids(),
    /** The products of the orders that are listed. */
    product: ids(),
    /** Days of the company, both included; empty where it is open. */
    from: date(),
    to: date(),
    /** Where the orders come from. */
    source: optionOf(ORDER_SOURCES),
    /** The import of a file that did something with them, and what. */
    imported: ids({ most: 1 }),
    did: listOf(IMPORT_DEEDS),
    late: alsoRead(listOf(LATE_CHOICES), { '1': 'late' }),
    sort: sortOf(['place', 'window', 'due', 'created'], '-created'),
    page: page(),
    cols: columnsOf(ORDER_COLUMNS),
    /** The import of a file, or a new one; then nothing else of the page is shown. */
    import: ids({ or: 'new' }),
    /** The open order, or a new one. */
    id: ids({ or: 'new' }),
    panel: oneOf(ORDER_PANEL_TABS),
    /** The open product, or a new one. */
    item: ids({ or: 'new' }),
    /** Whether products are listed that are no longer offered. */
    archived: flag(),
  }),
)
export type OrdersSearch = ReturnType<typeof ORDERS_SEARCH.read>

export const NO_ORDER_FILTERS = {
  q: '',
  wc: [],
  product: [],
  from: '',
  to: '',
  source: '',
  imported: [],
  did: [],
  late: [],
  page: 1,
} as const
export const NO_OPEN_ORDER = { id: [], panel: 'general' } as const
