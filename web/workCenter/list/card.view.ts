import type { EfficiencyBand } from '#engine/oee/band.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { liveStyle } from '#web/parts/liveLook.ts'
import type { StatusStyle } from '#web/parts/statusStyle.ts'
import { bandOfLive } from './workCenters.view.ts'

/** Returns whether a card looks the same in both states, at its precision. */
export function stylesMatch(one: LiveWorkCenter | undefined, other: LiveWorkCenter | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  const parts = shownParts(other)
  return shownParts(one).every((part, index) => part === parts[index])
}

function shownParts(live: LiveWorkCenter): readonly unknown[] {
  const { status, stop, shift, oee, output, values, unclassifiedLossCount } = live
  return [
    bandOfLive(live),
    status?.since,
    status?.name,
    status?.kind,
    status?.color,
    status?.noDataCause,
    oee?.issues.includes('NO_REFERENCE_SPEED'),
    status?.isEffective,
    status?.isScheduledLoss,
    stop?.look,
    stop?.reasonId,
    stop?.reason,
    shift?.start,
    shift?.end,
    ...[oee?.oee, oee?.availability, oee?.performance, oee?.quality].map((ratio) => (ratio == null ? ratio : Math.round(ratio * 1000))),
    output?.total,
    output?.rejected,
    output?.targetFullShift,
    unclassifiedLossCount,
    below(values['BATTERY_LEVEL']?.value, LOW_BATTERY),
    below(values['SIGNAL_LEVEL']?.value, WEAK_SIGNAL),
  ]
}

export type CardFigures = {
  readonly style: StatusStyle
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

/** Returns the figures of a card; unknown ones are null and shown as a dash. */
export function cardFigures(targets: Targets, live: LiveWorkCenter | undefined): CardFigures {
  const oee = live?.oee?.oee ?? null
  return {
    style: liveStyle(live),
    band: bandOfLive(live),
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

/** In CSS px: the minimum size of a card with its gap, and the frame of the page on a wide screen. */
const CARD_STEP = { width: 296, height: 228 }
const FRAME = { width: 88, height: 180 }

/** Returns how many cards a window of this size in CSS px shows at once; they are drawn whole at first, the rest as it comes near. */
export function cardsInSight(width: number, height: number): number {
  return columnsIn(width) * Math.max(1, Math.ceil((height - FRAME.height) / CARD_STEP.height))
}

/** Returns the height in CSS px that so many cards need in a window of this width. */
export function heightOfCards(count: number, width: number): number {
  return Math.ceil(count / columnsIn(width)) * CARD_STEP.height
}

function columnsIn(width: number): number {
  return Math.max(1, Math.floor((width - FRAME.width) / CARD_STEP.width))
}
