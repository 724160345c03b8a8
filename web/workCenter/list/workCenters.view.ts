import { bandOf } from '#engine/oee/band.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { liveStyle } from '#web/parts/liveLook.ts'
import { isOutlined, type StatusStyle } from '#web/parts/statusStyle.ts'
import { foldText } from '#web/ui/foldText.ts'
import type { ListSearch, Work } from './listSearch.view.ts'
import { orderOf } from './listOrder.view.ts'

export type ListedWorkCenter = {
  readonly id: number
  readonly name: string
  readonly sortNumber: number
  readonly model?: string | null
  readonly group?: { readonly id: number; readonly name: string } | null
}

export type LiveMap = ReadonlyMap<number, LiveWorkCenter>

/** Returns the ids to show, in order: those that match the text and the filters, sorted as asked; without efficiency last (domain.md D-42). */
export function listIds(
  workCenters: readonly ListedWorkCenter[],
  search: ListSearch,
  live: LiveMap,
  compare: (a: string, b: string) => number,
): readonly number[] {
  const isWanted = matcherOf(search)
  return workCenters
    .filter((workCenter) => isWanted(workCenter, live.get(workCenter.id)))
    .toSorted(orderOf(search.sort, live, compare))
    .map((workCenter) => workCenter.id)
}

/** Returns the question whether a work center matches the text and every kind of filter; of one kind any chosen value will do. */
export function matcherOf(search: ListSearch): (workCenter: ListedWorkCenter, live: LiveWorkCenter | undefined) => boolean {
  const { status, work, band, model, group, needsReason } = search
  const wanted = foldText(search.q)
  return (workCenter, live) => {
    if (wanted !== '' && !searchedText(workCenter).includes(wanted)) return false
    if (needsReason && !(live !== undefined && live.unclassifiedLossCount > 0)) return false
    if (status.length > 0 && !status.includes(liveStyle(live))) return false
    if (work.length > 0 && !someIs(work, workOf(live))) return false
    if (model.length > 0 && !model.includes(workCenter.model ?? '')) return false
    if (group.length > 0 && !group.includes(workCenter.group?.id ?? 'none')) return false
    return band.length === 0 || someIs(band, bandOfLive(live))
  }
}

function someIs<Value>(chosen: readonly Value[], value: Value | null): boolean {
  return value !== null && chosen.includes(value)
}

/** Returns whether the work center does effective work now; null without data and off shift. */
export function workOf(live: LiveWorkCenter | undefined): Work | null {
  if (live?.status?.isEffective === true) return 'effective'
  const style = liveStyle(live)
  return isOutlined(style) || style === 'offShift' ? null : 'ineffective'
}

/** Returns the efficiency band of the shift so far; null while there is no OEE. */
export function bandOfLive(live: LiveWorkCenter | undefined) {
  const oee = live?.oee?.oee ?? null
  return bandOf(oee === null ? null : oee * 100)
}

/** Returns how many work centers there are of each style. */
export function countStyles(workCenters: readonly ListedWorkCenter[], live: LiveMap): Record<StatusStyle, number> {
  const counts = { run: 0, idle: 0, stop: 0, stopKnown: 0, planned: 0, setup: 0, offShift: 0, noData: 0, notSetUp: 0 } satisfies Record<
    StatusStyle,
    number
  >
  for (const workCenter of workCenters) counts[liveStyle(live.get(workCenter.id))] += 1
  return counts
}

/** Returns how many work centers have stops that nobody explained. */
export function countUnexplained(workCenters: readonly ListedWorkCenter[], live: LiveMap): number {
  return workCenters.filter(({ id }) => (live.get(id)?.unclassifiedLossCount ?? 0) > 0).length
}

const texts = new WeakMap<ListedWorkCenter, string>()

/** Folding is slow beside comparing, and five hundred are searched every second. */
function searchedText(workCenter: ListedWorkCenter): string {
  const known = texts.get(workCenter)
  if (known !== undefined) return known
  const text = [workCenter.name, workCenter.model ?? '', workCenter.group?.name ?? ''].map(foldText).join('\n')
  texts.set(workCenter, text)
  return text
}
