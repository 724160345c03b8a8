import { placeBefore } from '#engine/loss/placeBefore.ts'
import { isOfferedToPeople } from '#engine/loss/reasonOffer.ts'
import { LANGUAGES, type Language } from '#engine/user/language.ts'
import type { LossReasonsPageQuery, ReasonGroupFieldsFragment } from '#web/api/generated/graphql.ts'
import { foldText } from '#web/ui/foldText.ts'
import type { SHOWN_REASONS } from './reasonsSearch.ts'

export type Reason = LossReasonsPageQuery['lossReasons'][number]
export type ReasonGroup = ReasonGroupFieldsFragment
export type Place = LossReasonsPageQuery['workCenters'][number]

/** A group with its reasons in their order; null = those without a group, which come last. */
export type Branch<Item extends TreeItem = Reason> = { readonly group: ReasonGroup | null; readonly reasons: readonly Item[] }

/** Where a reason goes: into the group, before another reason there, null = last. */
export type Move = { readonly id: number; readonly groupId: number | null; readonly beforeId: number | null }

type TreeItem = Pick<Reason, 'id'> & { readonly groupId?: number | null | undefined }

/** Returns the reasons under their groups, both in the order of the company, after the moves that are on their way. */
export function treeOf<Item extends TreeItem>(
  groups: readonly ReasonGroup[],
  reasons: readonly Item[],
  moves: readonly Move[] = [],
): readonly Branch<Item>[] {
  const tree = [...groups, null].map((group) => ({
    group,
    reasons: reasons.filter((reason) => (reason.groupId ?? null) === (group?.id ?? null)),
  }))
  return moves.reduce<readonly Branch<Item>[]>(moved, tree)
}

/** Returns the tree after the move; as it is where its target is gone. */
export function moved<Item extends TreeItem>(tree: readonly Branch<Item>[], { id, groupId, beforeId }: Move): readonly Branch<Item>[] {
  const item = tree.flatMap((branch) => branch.reasons).find((reason) => reason.id === id)
  const target = tree.find((branch) => (branch.group?.id ?? null) === groupId)
  const order = placeBefore(target?.reasons.map((reason) => reason.id) ?? [], id, beforeId)
  if (item === undefined || target === undefined || order === null) return tree
  const known = new Map([...target.reasons, item].map((reason) => [reason.id, reason]))
  return tree.map((branch) => ({
    group: branch.group,
    reasons: branch === target ? order.flatMap((one) => known.get(one) ?? []) : branch.reasons.filter((reason) => reason.id !== id),
  }))
}

/** Returns the move of a reason by one place: at the end of its group it goes into the neighbouring one. Null where there is none. */
export function stepOf(tree: readonly Branch<TreeItem>[], id: number, direction: 'up' | 'down'): Move | null {
  const at = tree.findIndex((branch) => branch.reasons.some((reason) => reason.id === id))
  const branch = tree[at]
  if (branch === undefined) return null
  const groupId = branch.group?.id ?? null
  const index = branch.reasons.findIndex((reason) => reason.id === id)
  if (direction === 'up') {
    const before = branch.reasons[index - 1]
    if (before !== undefined) return { id, groupId, beforeId: before.id }
    const above = tree[at - 1]
    return above === undefined ? null : { id, groupId: above.group?.id ?? null, beforeId: null }
  }
  if (index < branch.reasons.length - 1) return { id, groupId, beforeId: branch.reasons[index + 2]?.id ?? null }
  const below = tree[at + 1]
  return below === undefined ? null : { id, groupId: below.group?.id ?? null, beforeId: below.reasons[0]?.id ?? null }
}

/** Returns the move that puts the reason back where the tree has it. */
export function placeOf(tree: readonly Branch<TreeItem>[], id: number): Move | null {
  const branch = tree.find(({ reasons }) => reasons.some((reason) => reason.id === id))
  if (branch === undefined) return null
  const index = branch.reasons.findIndex((reason) => reason.id === id)
  return { id, groupId: branch.group?.id ?? null, beforeId: branch.reasons[index + 1]?.id ?? null }
}

/** Returns whether the move leaves the reason where it is. */
export function staysPut(tree: readonly Branch<TreeItem>[], move: Move): boolean {
  const now = placeOf(tree, move.id)
  return move.beforeId === move.id || (now?.groupId === move.groupId && now.beforeId === move.beforeId)
}

/** Returns the branches with the reasons that the search and the choice leave; groups without any only where nothing narrows. */
export function shownTree(
  tree: readonly Branch[],
  { q, show }: { readonly q: string; readonly show: (typeof SHOWN_REASONS)[number] },
): readonly Branch[] {
  const wanted = foldText(q)
  const isNarrowed = wanted !== '' || show !== 'all'
  const isShown = (reason: Reason) =>
    (show === 'all' || reason.isHidden === (show === 'hidden')) &&
    [reason.name, reason.originalName, ...reason.identifiers].some((name) => foldText(name).includes(wanted))
  return tree
    .map((branch) => ({ ...branch, reasons: branch.reasons.filter(isShown) }))
    .filter((branch) => branch.reasons.length > 0 || (!isNarrowed && branch.group !== null))
}

/** Returns the languages in which the thing has no name of its own. */
export function missingLanguages({ translations }: Pick<Reason, 'translations'>): readonly Language[] {
  return LANGUAGES.filter((language) => translations.every((one) => one.languageCode !== language))
}

/** A machine offers so many reasons for its stops at most before people stop reading them. */
export const MOST_OFFERED = 20

/** Returns how many reasons people can choose for stops of each work center that offers too many, the most first. */
export function crowdedPlaces(
  reasons: readonly Reason[],
  places: readonly Place[],
): readonly { readonly place: Place; readonly count: number }[] {
  return places
    .map((place) => ({ place, count: reasons.filter((reason) => isOfferedToPeople(offerOf(reason), placeAt(place), 'STATUS')).length }))
    .filter(({ count }) => count > MOST_OFFERED)
    .toSorted((left, right) => right.count - left.count)
}

/** Returns the fields of a listed reason that decide where it is offered. */
export function offerOf({
  category,
  linkType,
  links,
  isHidden,
  deniedManualEnter,
}: Pick<Reason, 'category' | 'linkType' | 'links' | 'isHidden' | 'deniedManualEnter'>) {
  return {
    category,
    linkType,
    links: links.map((link) => ({ workCenterId: link.workCenterId ?? null, workCenterGroupId: link.workCenterGroupId ?? null })),
    isHidden,
    isDeleted: false,
    deniedForManualEnter: deniedManualEnter,
  }
}

/** Returns the place as the rule of offers takes it. */
export function placeAt({ id, groupId }: Place): { readonly id: number; readonly groupId: number | null } {
  return { id, groupId: groupId ?? null }
}
