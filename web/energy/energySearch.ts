import { COMPARISONS } from '#engine/analytics/comparedDates.ts'
import { columnsOf, date, ids, oneOf, sortOf } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

/** Which days; those of `last…` are over. */
export const ENERGY_RANGES = [
  'today',
  'yesterday',
  'last7',
  'last30',
  'lastWeek',
  'lastMonth',
  'lastYear',
  'thisMonth',
  'thisYear',
  'dates',
] as const
export const ENERGY_COMPARISONS = [...COMPARISONS, 'DATES', 'NONE'] as const
/** By what energy is divided, the largest first of what a work center is divided by; a group is what its work centers come to. */
export const ENERGY_SPLITS = [
  'WORK_CENTER',
  'GROUP',
  'STATUS',
  'JOB_ORDER',
  'TARIFF_ZONE',
  'MONTH',
  'WEEK',
  'DAY',
  'SHIFT',
  'HOUR',
  'MINUTES_30',
  'MINUTES_15',
  'MINUTES_5',
] as const
export type EnergySplit = (typeof ENERGY_SPLITS)[number]
export const ENERGY_COLUMNS = [
  'place',
  'end',
  'before',
  'change',
  'mean',
  'max',
  'cost',
  'coverage',
  'units',
  'perUnit',
  'costPerUnit',
] as const

/** The URL state of energy. */
export const ENERGY_SEARCH = tableOfPage(
  '/energy',
  searchTable({
    range: oneOf(ENERGY_RANGES, 'last7'),
    /** Dates, both included, of the range `dates`. */
    from: date(),
    to: date(),
    by: oneOf(ENERGY_SPLITS),
    wc: ids(),
    cmp: oneOf(ENERGY_COMPARISONS),
    /** The first date of the comparison `DATES`, of as many days as there are, of whole months as many months. */
    cmpFrom: date(),
    sort: sortOf(['order', 'kwh', 'cost', 'perUnit'], 'order'),
    cols: columnsOf(ENERGY_COLUMNS),
  }),
)
export type EnergySearch = ReturnType<typeof ENERGY_SEARCH.read>

export const NO_ENERGY_FILTERS = { range: 'last7', from: '', to: '', wc: [] } as const
