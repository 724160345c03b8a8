import type { EfficiencyBand } from '#engine/oee/band.ts'
import type { GroupChoice, ListSearch, Work } from './listSearch.view.ts'
import { bandOfLive, matcherOf, workOf, type ListedWorkCenter, type LiveMap } from './workCenters.view.ts'

export type FacetCounts = {
  readonly work: Readonly<Record<Work, number>>
  readonly band: Readonly<Record<EfficiencyBand, number>>
  readonly model: ReadonlyMap<string, number>
  readonly group: ReadonlyMap<GroupChoice, number>
  readonly needsReason: number
}

/** Returns how many work centers each choice of a kind of filter holds, all other kinds and the search text kept. */
export function facetCounts(workCenters: readonly ListedWorkCenter[], search: ListSearch, live: LiveMap): FacetCounts {
  const withThis = (change: Partial<ListSearch>) => {
    const isWanted = matcherOf({ ...search, ...change })
    return workCenters.filter((workCenter) => isWanted(workCenter, live.get(workCenter.id)))
  }
  const liveOf = ({ id }: ListedWorkCenter) => live.get(id)
  const byWork = countBy(withThis({ work: [] }), (one) => workOf(liveOf(one)))
  const byBand = countBy(withThis({ band: [] }), (one) => bandOfLive(liveOf(one)))
  return {
    work: { effective: byWork.get('effective') ?? 0, ineffective: byWork.get('ineffective') ?? 0 },
    band: {
      LOW: byBand.get('LOW') ?? 0,
      FAIR: byBand.get('FAIR') ?? 0,
      GOOD: byBand.get('GOOD') ?? 0,
      FULL: byBand.get('FULL') ?? 0,
    },
    model: countBy(withThis({ model: [] }), (one) => one.model || null),
    group: countBy(withThis({ group: [] }), (one) => one.group?.id ?? ('none' as const)),
    needsReason: withThis({ needsReason: true }).length,
  }
}

function countBy<T, Key>(values: readonly T[], keyOf: (value: T) => Key | null): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>()
  for (const value of values) {
    const key = keyOf(value)
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
