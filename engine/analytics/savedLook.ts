/** Columns of the measures beside that of the chart. */
export const FURTHER_COLUMNS = ['also1', 'also2'] as const
/** The columns of the table of analytics that can be left out. */
export const ANALYTICS_COLUMNS = ['second', 'value', ...FURTHER_COLUMNS, 'share', 'rate', 'target', 'before', 'change'] as const
export type AnalyticsColumn = (typeof ANALYTICS_COLUMNS)[number]

/** How an answer is drawn; lines are along dates. */
export const ANALYTICS_CHARTS = ['bars', 'lines', 'heat'] as const
export type AnalyticsChartKind = (typeof ANALYTICS_CHARTS)[number]

const SORTED = ['first', ...ANALYTICS_COLUMNS] as const

/** How a view of analytics shows its answer. */
export type SavedLook = {
  /** null = in the order of the answer. */
  readonly sort: { readonly column: (typeof SORTED)[number]; readonly isDescending: boolean } | null
  /** null = all. */
  readonly columns: readonly AnalyticsColumn[] | null
  /** null = as they are best seen. */
  readonly chart: AnalyticsChartKind | null
}

/** Returns how the query parameters of a view of analytics show its answer, as its page reads them: what is unknown is as if it were not there. */
export function savedLookOf(search: string): SavedLook {
  const texts = new URLSearchParams(search)
  const sort = texts.get('sort') ?? ''
  const column = SORTED.find((one) => one === sort.replace(/^-/, ''))
  const parts = (texts.get('cols') ?? '').split(',')
  const columns = ANALYTICS_COLUMNS.filter((one) => parts.includes(one))
  return {
    sort: column === undefined ? null : { column, isDescending: sort.startsWith('-') },
    columns: columns.length === 0 || columns.length === ANALYTICS_COLUMNS.length ? null : columns,
    chart: ANALYTICS_CHARTS.find((one) => one === texts.get('chart')) ?? null,
  }
}
