import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { liveStyle } from '#web/parts/liveLook.ts'
import { SORT_COLUMNS, type Sort, type SortColumn } from './listSearch.view.ts'
import { severityOf } from './severity.ts'

type Ordered = { readonly id: number; readonly name: string; readonly sortNumber: number }
type Value = (live: LiveWorkCenter | undefined) => number | null

const VALUES: Record<SortColumn | 'efficiency', Value> = {
  efficiency: (live) => live?.oee?.oee ?? null,
  status: (live) => severityOf(liveStyle(live)),
  since: (live) => live?.status?.since ?? null,
  availability: (live) => live?.oee?.availability ?? null,
  performance: (live) => live?.oee?.performance ?? null,
  quality: (live) => live?.oee?.quality ?? null,
  output: (live) => live?.output?.total ?? null,
  rejected: (live) => live?.output?.rejected ?? null,
  reasons: (live) => live?.unclassifiedLossCount ?? null,
}

/** Returns how two work centers are ordered: by name, by number, or by a live value with those that have none last, equal ones by name. */
export function orderOf(sort: Sort, live: ReadonlyMap<number, LiveWorkCenter>, compare: (a: string, b: string) => number) {
  if (sort === 'az') return (left: Ordered, right: Ordered) => compare(left.name, right.name)
  if (sort === 'za') return (left: Ordered, right: Ordered) => compare(right.name, left.name)
  if (sort === 'worst') return worstOrder(live)
  const by = columnSort(sort)
  if (by === null) return (left: Ordered, right: Ordered) => left.sortNumber - right.sortNumber || left.id - right.id
  const { isUp } = by
  const value = VALUES[by.column]
  return (left: Ordered, right: Ordered): number => {
    const [one, other] = [value(live.get(left.id)), value(live.get(right.id))]
    if (one === null || other === null) return Number(one === null) - Number(other === null) || compare(left.name, right.name)
    return (isUp ? one - other : other - one) || compare(left.name, right.name)
  }
}

/**
 * Returns how two work centers are ordered by who needs somebody most: the worst style first, of equal ones the longer lasting. Of running ones that
 * which has made least of what is due by now.
 */
export function worstOrder(live: ReadonlyMap<number, LiveWorkCenter>) {
  return (left: Pick<Ordered, 'id' | 'sortNumber'>, right: Pick<Ordered, 'id' | 'sortNumber'>): number => {
    const [one, other] = [live.get(left.id), live.get(right.id)]
    const style = liveStyle(one)
    const byStyle = severityOf(liveStyle(other)) - severityOf(style)
    if (byStyle !== 0) return byStyle
    const byOutput = style === 'run' ? (dueShare(one) ?? Infinity) - (dueShare(other) ?? Infinity) : 0
    // Two without a target differ by nothing.
    if (byOutput !== 0 && !Number.isNaN(byOutput)) return byOutput
    return (one?.status?.since ?? 0) - (other?.status?.since ?? 0) || left.sortNumber - right.sortNumber
  }
}

/** Returns the output as a share of what is due by now; null without a target. */
export function dueShare(live: Pick<LiveWorkCenter, 'output'> | undefined): number | null {
  const { total = 0, targetToDate = null } = live?.output ?? {}
  return targetToDate === null || targetToDate <= 0 ? null : total / targetToDate
}

/** Returns the live value and the direction of an order; null for an order by name or number. */
export function columnSort(sort: Sort): { readonly column: SortColumn | 'efficiency'; readonly isUp: boolean } | null {
  const column = (['efficiency', ...SORT_COLUMNS] as const).find((one) => sort === `${one}Up` || sort === `${one}Down`)
  return column === undefined ? null : { column, isUp: sort === `${column}Up` }
}
