import { bandOf, type EfficiencyBand } from '#engine/oee/band.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { type StatusLook, STATUS_LOOKS, statusLook } from '#web/parts/statusLook.ts'
import { foldText } from '#web/ui/foldText.ts'

export const SORTS = ['default', 'az', 'za', 'efficiencyUp', 'efficiencyDown'] as const
export type Sort = (typeof SORTS)[number]

export const COLORS = ['status', 'oee'] as const
export type CardColor = (typeof COLORS)[number]

/** What of the list is in the address; a value that means nothing is the default. */
export type ListSearch = { readonly q: string; readonly sort: Sort; readonly color: CardColor; readonly status: readonly StatusLook[] }

export type ListedWorkCenter = {
  readonly id: number
  readonly name: string
  readonly sortNumber: number
  readonly model?: string | null
  readonly group?: { readonly name: string } | null
}

/** Returns the list's settings from the query parameters of the address. */
export function readSearch(search: Record<string, unknown>): ListSearch {
  const text = (key: string) => (typeof search[key] === 'string' ? search[key] : '')
  return {
    q: text('q'),
    sort: SORTS.find((sort) => sort === text('sort')) ?? 'default',
    color: COLORS.find((color) => color === text('color')) ?? 'status',
    status: STATUS_LOOKS.filter((look) => text('status').split(',').includes(look)),
  }
}

/** Returns the query parameters for the settings; defaults are left out of the address. */
export function writeSearch(search: ListSearch): Record<string, string> {
  return {
    ...(search.q === '' ? {} : { q: search.q }),
    ...(search.sort === 'default' ? {} : { sort: search.sort }),
    ...(search.color === 'status' ? {} : { color: search.color }),
    ...(search.status.length === 0 ? {} : { status: search.status.join(',') }),
  }
}

/** Returns how a work center looks now; one that never sent a sample has no data. */
export function lookOf(live: LiveWorkCenter | undefined): StatusLook {
  return statusLook(live?.status ?? null, live?.shift != null)
}

/** Returns the ids to show, in order: those that match the text and the chosen looks, sorted as asked; without efficiency last (domain.md D-42). */
export function listIds(
  workCenters: readonly ListedWorkCenter[],
  search: ListSearch,
  live: ReadonlyMap<number, LiveWorkCenter>,
  compare: (a: string, b: string) => number,
): readonly number[] {
  const wanted = foldText(search.q)
  const matching = workCenters.filter(
    (workCenter) =>
      [workCenter.name, workCenter.model ?? '', workCenter.group?.name ?? ''].some((text) => foldText(text).includes(wanted)) &&
      (search.status.length === 0 || search.status.includes(lookOf(live.get(workCenter.id)))),
  )
  return matching.toSorted(orderOf(search.sort, live, compare)).map((workCenter) => workCenter.id)
}

/** Returns how many work centers there are of each look. */
export function countLooks(
  workCenters: readonly ListedWorkCenter[],
  live: ReadonlyMap<number, LiveWorkCenter>,
): Record<StatusLook, number> {
  const counts = { run: 0, idle: 0, stop: 0, stopKnown: 0, planned: 0, setup: 0, offShift: 0, noData: 0 } satisfies Record<
    StatusLook,
    number
  >
  for (const workCenter of workCenters) counts[lookOf(live.get(workCenter.id))] += 1
  return counts
}

/** Returns whether a card would look the same for both states: only what it shows counts, as precisely as it shows it. */
export function looksSame(one: LiveWorkCenter | undefined, other: LiveWorkCenter | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  const parts = shownParts(other)
  return shownParts(one).every((part, index) => part === parts[index])
}

function shownParts({ status, shift, oee, output, values, unclassifiedLossCount }: LiveWorkCenter): readonly unknown[] {
  return [
    status?.since,
    status?.name,
    status?.kind,
    status?.color,
    shift?.start,
    ...[oee?.oee, oee?.availability, oee?.performance, oee?.quality].map((ratio) => (ratio == null ? ratio : Math.round(ratio * 1000))),
    oee?.oee == null ? null : bandOf(oee.oee * 100),
    output?.total,
    output?.rejected,
    output?.targetFullShift,
    unclassifiedLossCount,
    values['BATTERY_LEVEL']?.value,
    values['SIGNAL_LEVEL']?.value,
  ]
}

export type CardFigures = {
  readonly look: StatusLook
  readonly band: EfficiencyBand | null
  /** Fraction of 1. */
  readonly oee: number | null
  readonly factors: readonly {
    readonly key: 'availability' | 'performance' | 'quality'
    readonly ratio: number | null
    readonly target: number | null
  }[]
  /** Shown only when it is bad: below 20 %, or a weak signal. */
  readonly batteryPercent: number | null
  readonly signalPercent: number | null
}

const LOW_BATTERY = 20
const WEAK_SIGNAL = 30

type Targets = {
  readonly targetAvailability?: number | null
  readonly targetPerformance?: number | null
  readonly targetQuality?: number | null
}

/** Returns the figures of a card; what is not known is null and shown as a dash. */
export function cardFigures(targets: Targets, live: LiveWorkCenter | undefined): CardFigures {
  const oee = live?.oee?.oee ?? null
  return {
    look: lookOf(live),
    band: bandOf(oee === null ? null : oee * 100),
    oee,
    factors: [
      { key: 'availability', ratio: live?.oee?.availability ?? null, target: targets.targetAvailability ?? null },
      { key: 'performance', ratio: live?.oee?.performance ?? null, target: targets.targetPerformance ?? null },
      { key: 'quality', ratio: live?.oee?.quality ?? null, target: targets.targetQuality ?? null },
    ],
    batteryPercent: below(live?.values['BATTERY_LEVEL']?.value, LOW_BATTERY),
    signalPercent: below(live?.values['SIGNAL_LEVEL']?.value, WEAK_SIGNAL),
  }
}

function below(value: number | null | undefined, limit: number): number | null {
  return value != null && value < limit ? value : null
}

function orderOf(sort: Sort, live: ReadonlyMap<number, LiveWorkCenter>, compare: (a: string, b: string) => number) {
  return (left: ListedWorkCenter, right: ListedWorkCenter): number => {
    switch (sort) {
      case 'az':
        return compare(left.name, right.name)
      case 'za':
        return compare(right.name, left.name)
      case 'efficiencyUp':
        return byEfficiency(left, right, live, 1) || compare(left.name, right.name)
      case 'efficiencyDown':
        return byEfficiency(left, right, live, -1) || compare(left.name, right.name)
      case 'default':
        return left.sortNumber - right.sortNumber || left.id - right.id
    }
  }
}

function byEfficiency(
  left: ListedWorkCenter,
  right: ListedWorkCenter,
  live: ReadonlyMap<number, LiveWorkCenter>,
  direction: 1 | -1,
): number {
  const [one, other] = [live.get(left.id)?.oee?.oee ?? null, live.get(right.id)?.oee?.oee ?? null]
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return (one - other) * direction
}
