import type { StatusStyle } from '#web/parts/statusStyle.ts'
import type { GroupChoice } from './listSearch.view.ts'
import { WORST_FIRST } from './severity.ts'
import { countStyles, type ListedWorkCenter, type LiveMap } from './workCenters.view.ts'

export type ListedGroup = { readonly id: number; readonly name: string; readonly color: string }

export type GroupSection<T> = {
  /** `none` for those in no group. */
  readonly key: GroupChoice
  readonly group: ListedGroup | null
  readonly members: readonly T[]
}

/** Returns the work centers by group, in their own order inside each; groups by name, those in no group last. */
export function groupSections<T extends { readonly group?: ListedGroup | null }>(
  workCenters: readonly T[],
  compare: (a: string, b: string) => number,
): readonly GroupSection<T>[] {
  const sections = new Map<GroupChoice, { readonly group: ListedGroup | null; readonly members: T[] }>()
  for (const workCenter of workCenters) {
    const group = workCenter.group ?? null
    const section = sections.get(group?.id ?? 'none')
    if (section) section.members.push(workCenter)
    else sections.set(group?.id ?? 'none', { group, members: [workCenter] })
  }
  return [...sections]
    .map(([key, section]) => ({ key, ...section }))
    .toSorted((left, right) => {
      if (left.group === null || right.group === null) return Number(left.group === null) - Number(right.group === null)
      return compare(left.group.name, right.group.name) || left.group.id - right.group.id
    })
}

/** Returns the worst style among the work centers and how many have it: of a group the worst one speaks. Null for none. */
export function worstOf(
  members: readonly ListedWorkCenter[],
  live: LiveMap,
): { readonly style: StatusStyle; readonly count: number } | null {
  const counts = countStyles(members, live)
  const style = WORST_FIRST.find((one) => counts[one] > 0)
  return style === undefined ? null : { style, count: counts[style] }
}
