import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { type TimeWindow, xOf } from '#web/ui/timeWindow.ts'
import classes from './OrderLane.module.css'
import { keyedBorder, type OrderBorder, snappedBorder } from './orderBorders.view.ts'
import type { BorderMove } from './useBorderMove.ts'

/** A stop within so many px takes the border to its edge. */
const NEAR_PX = 8

type BorderHandleProps = {
  readonly border: OrderBorder
  readonly window: TimeWindow
  readonly width: number
  /** Starts and ends of stops (UTC ms). */
  readonly edges: readonly number[]
  readonly move: BorderMove
  /** Id of the text that says which keys move it. */
  readonly describedBy: string
}

/** Returns the grip of a border between orders: dragged by mouse, pen or finger; to keyboards and screen readers it is a slider. */
export function BorderHandle({ border, window, width, edges, move, describedBy }: BorderHandleProps) {
  const { t } = useTexts('history')
  const format = useFormat()
  const held = useRef<number | null>(null)
  const draft = move.draft?.at === border.at ? move.draft : null
  const at = draft?.newAt ?? border.at
  const msPerPx = (window.to - window.from) / width
  const names = { before: border.ending.join(' + '), after: border.beginning.join(' + ') }
  const label =
    border.ending.length === 0
      ? t('border.start', names)
      : border.beginning.length === 0
        ? t('border.end', names)
        : t('border.between', names)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = keyedBorder(event, at, border, edges)
    if (next !== null) move.drag(border.at, next)
    else if (event.key === 'Enter' && draft !== null) move.save()
    else if (event.key === 'Escape' && draft !== null) move.leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (held.current === null) return
    const dragged = border.at + (clientX - held.current) * msPerPx
    move.drag(border.at, snappedBorder(dragged, border, edges, NEAR_PX * msPerPx))
  }
  return (
    <div
      className={classes['handle']}
      style={{ left: xOf(at, window, width) }}
      data-moved={draft !== null || undefined}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-describedby={describedBy}
      aria-valuemin={border.min}
      aria-valuemax={border.max}
      aria-valuenow={at}
      aria-valuetext={format.dateTime(at)}
      title={label}
      onKeyDown={onKeyDown}
      // Nothing is moved by leaving it.
      onBlur={move.leave}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = event.clientX - (at - border.at) / msPerPx
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        if (held.current !== null && draft !== null) move.save()
        held.current = null
      }}
      onPointerCancel={() => {
        held.current = null
        move.leave()
      }}
    />
  )
}
