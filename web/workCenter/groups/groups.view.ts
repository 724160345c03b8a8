import type { GroupFieldsFragment, GroupsToArrangeQuery } from '#web/api/generated/graphql.ts'
import { foldText } from '#web/ui/foldText.ts'

export type Group = GroupFieldsFragment
export type Member = GroupsToArrangeQuery['workCenters'][number]

/** A work center on its way to another group, or out of its group with null. */
export type Move = { readonly id: number; readonly name: string; readonly from: number | null; readonly to: number | null }

/** A group with its work centers, or those in no group. */
export type Section = { readonly group: Group | null; readonly members: readonly Member[]; readonly shown: readonly Member[] }

/** Up to this many work centers groups begin open. */
export const OPEN_UP_TO = 24

/** Returns the work centers where they are once the moves are done. */
export function afterMoves(members: readonly Member[], moves: readonly Move[]): readonly Member[] {
  if (moves.length === 0) return members
  const to = new Map(moves.map((move) => [move.id, move.to]))
  return members.map((member) => (to.has(member.id) ? { ...member, groupId: to.get(member.id) ?? null } : member))
}

/** Returns the groups by name with their work centers by name, those in no group last; `shown` are those that the search finds. */
export function sectionsOf(
  groups: readonly Group[],
  members: readonly Member[],
  search: string,
  compare: (left: string, right: string) => number,
): readonly Section[] {
  const wanted = foldText(search.trim())
  const known = new Set(groups.map((group) => group.id))
  const byGroup = Map.groupBy(
    members.toSorted((left, right) => compare(left.name, right.name)),
    ({ groupId }) => (groupId != null && known.has(groupId) ? groupId : null),
  )
  const section = (group: Group | null): Section => {
    const own = byGroup.get(group?.id ?? null) ?? []
    return { group, members: own, shown: wanted === '' ? own : own.filter(({ name }) => foldText(name).includes(wanted)) }
  }
  return [...groups.toSorted((left, right) => compare(left.name, right.name)).map(section), section(null)]
}

/** Returns the moves that bring the chosen work centers into the group; those that are there already stay. */
export function movesTo(members: readonly Member[], ids: ReadonlySet<number>, groupId: number | null): readonly Move[] {
  return members
    .filter((member) => ids.has(member.id) && (member.groupId ?? null) !== groupId)
    .map(({ id, name, groupId: from }) => ({ id, name, from: from ?? null, to: groupId }))
}

/** Returns the moves that take the moves back. */
export function movesBack(moves: readonly Move[]): readonly Move[] {
  return moves.map(({ id, name, from, to }) => ({ id, name, from: to, to: from }))
}
