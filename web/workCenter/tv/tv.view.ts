import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { StatusStyle } from '#web/parts/statusStyle.ts'
import { dueShare, worstOrder } from '../list/listOrder.view.ts'
import type { ListedWorkCenter, LiveMap } from '../list/workCenters.view.ts'

/** Returns the ids with what most needs somebody first, as the list's order "Worst first". */
export function worstFirst(workCenters: readonly ListedWorkCenter[], live: LiveMap): readonly number[] {
  return workCenters.toSorted(worstOrder(live)).map(({ id }) => id)
}

/** Returns how much is missing of what is due by now, as a fraction of it; null when nothing that could be read is. */
export function missingShare(live: Pick<LiveWorkCenter, 'output'> | undefined): number | null {
  const share = dueShare(live)
  return share === null || share > 0.995 ? null : 1 - share
}

/** Returns the shift that most of the work centers are in; null when none is in one. */
export function commonShift(views: readonly (LiveWorkCenter | undefined)[]): NonNullable<LiveWorkCenter['shift']> | null {
  const shifts = views.flatMap((view) => view?.shift ?? [])
  const byKey = Map.groupBy(shifts, ({ name, start, end }) => `${name} ${start} ${end}`)
  return [...byKey.values()].toSorted((left, right) => right.length - left.length)[0]?.[0] ?? null
}

/** Calm styles: nobody has to act. */
const CALM: readonly StatusStyle[] = ['run', 'planned', 'offShift', 'noData', 'notSetUp']

/** Returns whether a tile is drawn as an outline; what needs somebody is filled. */
export function isCalm(style: StatusStyle): boolean {
  return CALM.includes(style)
}
