import { useCallback, useId, useRef, useState, type MouseEvent, type PointerEvent, type ReactNode } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import type { Cursor } from '#web/ui/cursor.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { panWindow, type TimeWindow, xOf } from '#web/ui/timeWindow.ts'
import { laneKeys } from './laneKeys.ts'
import { useOneTip } from './oneTip.ts'
import { blockAt, type TimelineBlock } from './prepareTimeline.ts'
import classes from './TimelineLane.module.css'
import { TimelineTip } from './TimelineTip.tsx'
import { useCursorLine } from './useCursorLine.ts'
import { useLaneCanvas } from './useLaneCanvas.ts'
import { useLaneZoom } from './useLaneZoom.ts'
import { useSpanTexts } from './useSpanTexts.ts'

export const LANE_HEIGHT = 48
const DRAG_FROM_PX = 4

type TimelineLaneProps = {
  readonly blocks: readonly TimelineBlock[]
  readonly width: number
  readonly now: number
  readonly window: TimeWindow
  readonly bounds: TimeWindow
  readonly onWindow: (window: TimeWindow) => void
  readonly onZoom: (factor: number, at: number) => void
  readonly cursor: Cursor
  /** UTC ms in the segment that a link points at, null = none. */
  readonly selectedAt: number | null
  readonly describedBy: string
  /** A block was chosen by click, Enter or R. */
  readonly onOpen: (block: TimelineBlock) => void
  /** R on a block, where it does something else than Enter. */
  readonly onReason?: ((block: TimelineBlock) => void) | undefined
  /** Content of the lane; by default the shift's statuses. */
  readonly label?: string
  /** px. */
  readonly height?: number
  /** Runs of short spans show the shares of their looks. */
  readonly isMixed?: boolean
  /** Instants in UTC ms, ascending, that Home and End go to, for example where shifts begin; without any the first and the last block. */
  readonly borders?: readonly number[] | undefined
  /** Returns the start of the next block that wants attention after (1) or before (-1) an instant, for Shift and an arrow. */
  readonly findOpen?: ((from: number, direction: -1 | 1) => number | null) | undefined
  /** More about the block of the tip. */
  readonly tipOf?: ((block: TimelineBlock) => ReactNode) | undefined
}

/** Returns the lane: one canvas, one tab stop whose active block is named to screen readers, a tip at the hovered or active block. */
export function TimelineLane({
  blocks,
  width,
  now,
  window,
  bounds,
  onWindow,
  onZoom,
  cursor,
  selectedAt,
  describedBy,
  onOpen,
  onReason = onOpen,
  label,
  height = LANE_HEIGHT,
  isMixed = false,
  borders,
  findOpen,
  tipOf,
}: TimelineLaneProps) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const texts = useSpanTexts()
  const optionId = useId()
  const drag = useRef<{ readonly x: number; readonly window: TimeWindow; isMoved: boolean } | null>(null)
  const isPress = useRef(false)
  const [shownSelection, setShownSelection] = useState(selectedAt)
  const [activeStart, setActiveStart] = useState(selectedAt)
  const [hoveredStart, setHoveredStart] = useState<number | null>(null)
  const [isFocused, setFocused] = useState(false)
  if (shownSelection !== selectedAt) {
    setShownSelection(selectedAt)
    setActiveStart(selectedAt)
  }
  const isSelected = activeStart !== null && activeStart === selectedAt
  const [lane, isPinching] = useLaneZoom((factor, x) => onZoom(factor, instantAt(x)))
  const line = useCursorLine(cursor, window, width)
  const activeIndex = Math.max(0, activeStart === null ? blocks.length - 1 : blocks.findLastIndex((block) => block.start <= activeStart))
  const active = blocks[activeIndex]
  const tipped =
    blocks.find((block) => block.start === hoveredStart) ??
    ((isFocused || isSelected) && hoveredStart === null && activeStart !== null ? active : undefined)
  const hasTip = useOneTip(tipped !== undefined)
  const nowX = now >= window.from && now <= window.to ? xOf(now, window, width) : null

  const labelsOf = useCallback((block: TimelineBlock) => [texts.blockText(block), texts.blockShort(block)], [texts])
  const shown = isFocused || isSelected ? (active ?? null) : null
  const canvas = useLaneCanvas({ blocks, width, height, isMixed, nowX, active: shown, labelsOf })

  function instantAt(x: number): number {
    return window.from + (x / width) * (window.to - window.from)
  }

  const onKeyDown = laneKeys({
    blocks,
    activeIndex,
    isChosen: activeStart !== null,
    now,
    window,
    bounds,
    borders,
    findOpen,
    onWindow,
    onZoom,
    onOpen,
    onReason,
    onActive: (start) => {
      setActiveStart(start)
      setHoveredStart(null)
    },
  })
  const xIn = (event: MouseEvent<HTMLElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (isPinching()) drag.current = null
    const x = xIn(event)
    const started = drag.current
    if (started && (started.isMoved || Math.abs(x - started.x) >= DRAG_FROM_PX)) {
      started.isMoved = true
      event.currentTarget.setPointerCapture(event.pointerId)
      onWindow(panWindow(started.window, bounds, ((started.x - x) / width) * (started.window.to - started.window.from)))
      return
    }
    cursor.set(instantAt(x))
    setHoveredStart(blockAt(blocks, x)?.start ?? null)
  }
  return (
    <div
      className={classes['wrap']}
      onPointerLeave={() => {
        setHoveredStart(null)
        cursor.set(null)
      }}
    >
      <div
        ref={lane}
        className={classes['lane']}
        style={{ height }}
        role="listbox"
        tabIndex={0}
        aria-label={label ?? t('timeline.title')}
        aria-describedby={describedBy}
        aria-activedescendant={active ? optionId : undefined}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onPointerDown={(event) => (drag.current = { x: xIn(event), window, isMoved: false })}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          isPress.current = drag.current?.isMoved === false && !isPinching()
          drag.current = null
        }}
        // Not before the click: what opens under a finger would get the click of the same tap, and close again.
        onClick={(event) => {
          const clicked = isPress.current ? blockAt(blocks, xIn(event)) : undefined
          if (clicked === undefined) return
          setActiveStart(clicked.start)
          onOpen(clicked)
        }}
        onPointerCancel={() => (drag.current = null)}
      >
        <canvas ref={canvas} className={classes['canvas']} style={{ width, height }} aria-hidden />
        {active && (
          <div
            id={optionId}
            role="option"
            aria-selected
            aria-posinset={activeIndex + 1}
            aria-setsize={blocks.length}
            className="hidden-text"
          >
            {t('timeline.segment', {
              name: texts.blockText(active),
              from: format.time(active.start),
              to: active.isOpen ? t('timeline.ongoing') : format.time(active.end),
              duration: format.duration(active.end - active.start),
              index: activeIndex + 1,
              total: blocks.length,
            })}
          </div>
        )}
      </div>
      <div ref={line} className={classes['cursor']} hidden />
      {tipped && hasTip && (
        <TimelineTip block={tipped} width={width}>
          {tipOf?.(tipped)}
        </TimelineTip>
      )}
    </div>
  )
}
