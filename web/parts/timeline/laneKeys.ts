import type { KeyboardEvent } from 'react'
import { panWindow, revealInstant, type TimeWindow } from '#web/ui/timeWindow.ts'
import { areSingleKeysOn } from '#web/ui/singleKeys.ts'
import type { TimelineBlock } from './prepareTimeline.ts'

const KEY_ZOOM = 1.6
const PAN_SHARE = 1 / 4

type LaneKeys = {
  readonly blocks: readonly TimelineBlock[]
  /** The block that is named to screen readers. */
  readonly activeIndex: number
  /** A person chose it; until then it is the last one. */
  readonly isChosen: boolean
  readonly now: number
  readonly window: TimeWindow
  readonly bounds: TimeWindow
  readonly borders: readonly number[] | undefined
  readonly findOpen: ((from: number, direction: -1 | 1) => number | null) | undefined
  readonly onWindow: (window: TimeWindow) => void
  readonly onZoom: (factor: number, at: number) => void
  readonly onOpen: (block: TimelineBlock) => void
  readonly onReason: (block: TimelineBlock) => void
  /** Makes the block that holds an instant the active one; null = none. */
  readonly onActive: (start: number | null) => void
}

/**
 * Returns the key handler of a lane: arrows walk and move the window at its ends, with Shift to the next block that needs attention; Home and End to
 * the borders, plus and minus zoom, Enter opens, R gives a reason, Escape deselects.
 */
export function laneKeys(keys: LaneKeys): (event: KeyboardEvent) => void {
  const { blocks, activeIndex, isChosen, now, window, bounds, findOpen, onWindow, onZoom, onOpen, onReason, onActive } = keys
  const active = blocks[activeIndex]
  const at = active?.start ?? now
  const step = (window.to - window.from) * PAN_SHARE
  const pan = (by: number) => onWindow(panWindow(window, bounds, by))
  const goToInstant = (instant: number | null) => {
    if (instant === null) return
    onActive(instant)
    onWindow(revealInstant(window, bounds, instant))
  }
  const goTo = (index: number) => goToInstant(blocks[Math.min(blocks.length - 1, Math.max(0, index))]?.start ?? null)
  const actions: Record<string, () => void> = {
    ArrowRight: () => (activeIndex === blocks.length - 1 ? pan(step) : goTo(activeIndex + 1)),
    ArrowLeft: () => (activeIndex === 0 ? pan(-step) : goTo(isChosen ? activeIndex - 1 : activeIndex)),
    Home: () => goToInstant(borderFrom(keys, at, -1) ?? blocks[0]?.start ?? null),
    End: () => goToInstant(borderFrom(keys, at, 1) ?? blocks.at(-1)?.start ?? null),
    '+': () => onZoom(KEY_ZOOM, at),
    '=': () => onZoom(KEY_ZOOM, at),
    '-': () => onZoom(1 / KEY_ZOOM, at),
    Escape: () => onActive(null),
    ...(active && { Enter: () => onOpen(active) }),
    ...(active && areSingleKeysOn() && { r: () => onReason(active) }),
  }
  if (findOpen !== undefined) {
    actions['Shift ArrowRight'] = () => goToInstant(findOpen(at, 1))
    actions['Shift ArrowLeft'] = () => goToInstant(findOpen(at, -1))
  }
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const action = (event.shiftKey ? actions[`Shift ${event.key}`] : undefined) ?? actions[event.key]
    if (action === undefined) return
    event.preventDefault()
    action()
  }
}

function borderFrom({ borders, now, bounds }: LaneKeys, at: number, direction: -1 | 1): number | undefined {
  return direction < 0 ? borders?.findLast((one) => one < at) : borders?.find((one) => one > at && one < Math.min(now, bounds.to))
}
