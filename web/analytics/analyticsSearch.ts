import { COMPARISONS } from '#engine/analytics/comparedDates.ts'
import { DIMENSIONS, MEASURES } from '#engine/analytics/dimensions.ts'
import { ANALYTICS_CHARTS, ANALYTICS_COLUMNS } from '#engine/analytics/savedLook.ts'
import type { LossSource } from '#engine/facts.ts'
import { LOSS_TYPES } from '#engine/loss/lossKind.ts'
import { ACTIVITY_TYPES, LOSS_CATEGORIES } from '#engine/loss/lossReason.ts'
import { columnsOf, date, flag, ids, listOf, oneOf, optionOf, sortOf, text, texts } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

/** Which shift dates; those of `last7` and `last30` are over. */
export const ANALYTICS_RANGES = [
  'last7',
  'last30',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'lastYear',
  'last365',
  'dates',
] as const
export const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const
export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour))
/** Stops, lost speed, rejects, or all of them. */
export const LOSS_KINDS = ['STATUS', 'SPEED', 'OUTPUT', 'ALL'] as const satisfies readonly (LossSource | 'ALL')[]

/** The URL state of analytics: a link or a saved view holds all of it. */
export const ANALYTICS_SEARCH = tableOfPage(
  '/analytics',
  searchTable({
    m: oneOf(MEASURES, 'DURATION'),
    /** Measures beside it in the table, two at most. */
    also: listOf(MEASURES),
    by: oneOf(DIMENSIONS, 'REASON'),
    and: optionOf(DIMENSIONS),
    /** How two dimensions are drawn; '' = as they are best seen. */
    chart: optionOf(ANALYTICS_CHARTS),
    range: oneOf(ANALYTICS_RANGES),
    from: date(),
    to: date(),
    cmp: oneOf([...COMPARISONS, 'DATES', 'NONE'], 'PREVIOUS'),
    /** Dates, both included, of the comparison `DATES`; without the last one as many days as there are. */
    cmpFrom: date(),
    cmpTo: date(),
    kind: oneOf(LOSS_KINDS),
    /** Of units, and the currency of cost; '' = the one in which most is made, and the latest currency. */
    unit: text(),
    wc: ids(),
    wcGroup: ids(),
    reason: ids(),
    reasonGroup: ids(),
    category: listOf(LOSS_CATEGORIES),
    type: listOf(LOSS_TYPES),
    activity: listOf(ACTIVITY_TYPES),
    shift: texts(),
    weekday: listOf(WEEKDAYS),
    hour: listOf(HOURS),
    /** Keys of cells; `-` = none. */
    order: texts(),
    product: texts(),
    /** Only losses that lower OEE. */
    oee: flag(),
    sort: sortOf(['order', 'first', ...ANALYTICS_COLUMNS], 'order'),
    cols: columnsOf(ANALYTICS_COLUMNS),
  }),
)
export type AnalyticsSearch = ReturnType<typeof ANALYTICS_SEARCH.read>

export const NO_ANALYTICS_FILTERS = {
  range: 'last7',
  from: '',
  to: '',
  kind: 'STATUS',
  unit: '',
  wc: [],
  wcGroup: [],
  reason: [],
  reasonGroup: [],
  category: [],
  type: [],
  activity: [],
  shift: [],
  weekday: [],
  hour: [],
  order: [],
  product: [],
  oee: false,
} as const
