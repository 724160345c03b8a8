import { columnsOf, date, flag, ids, oneOf, optionOf, page, sortOf, text, uuid } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

/** What the page shows: what devices counted, what people confirmed, where the witnesses of what was made disagree, or what is left of material. */
export const OUTPUT_TABS = ['device', 'confirmations', 'check', 'stock'] as const

/** What counted output may lack; ALL = either. */
export const OUTPUT_ISSUES = ['UNCONFIRMED', 'NO_PRODUCTION_ORDER', 'ALL'] as const

/** What was confirmed is good or not. */
export const OUTPUT_TYPES = ['ACCEPTED', 'REJECTED'] as const

/** What a column of the chart stands for. */
const CHART_STEPS = ['day', 'hour'] as const

/** Columns of counted output, of confirmations and of material that can be left out. */
const OUTPUT_COLUMNS = [
  ...['place', 'shift', 'orders', 'counted', 'rejected', 'confirmed', 'difference', 'stops'],
  ...['order', 'units', 'sensor', 'by', 'created', 'batch', 'container', 'reasons', 'comment'],
  ...['balance', 'lasts', 'act'],
] as const

/** The URL state of the output. */
export const OUTPUT_SEARCH = tableOfPage(
  '/output',
  searchTable({
    tab: oneOf(OUTPUT_TABS),
    wc: ids(),
    /** Part of the code of an order. */
    q: text(),
    order: ids(),
    /** Days of the company, both included; empty where it is open. */
    from: date(),
    to: date(),
    /** The hour that is looked at, by the instant at which it begins. */
    hour: text(),
    /** The chart over the list, by days or hours. */
    chart: optionOf(CHART_STEPS),
    issues: optionOf(OUTPUT_ISSUES),
    /** Of confirmations: good or rejected units, the code of a batch or container, and who said it. */
    type: optionOf(OUTPUT_TYPES),
    code: text(),
    who: uuid(),
    /** Confirmations that were taken back are listed too. */
    cancelled: flag(),
    /** What is open: counted output, or what was confirmed in one act. */
    segment: ids({ most: 1 }),
    posting: ids({ most: 1 }),
    sort: sortOf(['time'], '-time'),
    page: page(),
    cols: columnsOf(OUTPUT_COLUMNS),
  }),
)
export type OutputSearch = ReturnType<typeof OUTPUT_SEARCH.read>

export const NOTHING_OPEN = { segment: [], posting: [] } as const
export const NO_OUTPUT_FILTERS = {
  wc: [],
  q: '',
  order: [],
  from: '',
  to: '',
  hour: '',
  issues: '',
  type: '',
  code: '',
  who: '',
  cancelled: false,
  page: 1,
} as const
