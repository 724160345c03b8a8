import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { type Edge, isEdgeKey, keyedValue, limitsOf, snapped, stepOf } from './ruleEdges.view.ts'
import type { Channel, RuleDraft } from './ruleDraft.view.ts'
import classes from './preview.module.css'

type EdgeHandleProps = {
  readonly edge: Edge
  readonly drafts: readonly RuleDraft[]
  readonly channel: Channel
  readonly top: number
  readonly unit: string
  /** Grips beside each other where two bounds are close. */
  readonly column: number
  readonly isWrong: boolean
  readonly onMove: (value: number) => void
  /** The axis keeps its height while somebody drags. */
  readonly onDrag: (isDragging: boolean) => void
}

/** Returns a bound as a line over the plot with a grip to drag; to keyboards and screen readers it is a slider. */
export function EdgeHandle({ edge, drafts, channel, top, unit, column, isWrong, onMove, onDrag }: EdgeHandleProps) {
  const { t } = useTexts('statuses')
  const format = useFormat()
  const isHeld = useRef(false)
  const step = stepOf(top)
  const limits = limitsOf(edge, drafts, channel, top)
  const digits = Math.min(4, Math.max(0, -Math.floor(Math.log10(step))))
  const text = format.number(edge.value, Math.max(digits, Number.isInteger(edge.value) ? 0 : 1))
  const names = { below: nameOf(edge.below?.name), above: nameOf(edge.above?.name) }
  const label = edge.below && edge.above ? t('edge.between', names) : edge.below ? t('edge.end', names) : t('edge.start', names)
  function nameOf(name: string | undefined): string {
    return name === undefined || name.trim() === '' ? t('rule.new') : name
  }
  const moveTo = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (!box) return
    onMove(snapped(((box.bottom - event.clientY) / box.height) * top, step, limits))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isEdgeKey(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onMove(keyedValue(event.key, edge.value, step, limits))
  }
  const release = () => {
    isHeld.current = false
    onDrag(false)
  }
  return (
    <div
      className={classes['edge']}
      data-wrong={isWrong || undefined}
      style={{ bottom: `${Math.min(100, (edge.value / top) * 100)}%`, ['--column' as string]: column }}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      aria-valuenow={edge.value}
      aria-valuetext={`${text} ${unit}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        isHeld.current = true
        onDrag(true)
      }}
      onPointerMove={(event) => {
        if (isHeld.current) moveTo(event)
      }}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <span className={classes['grip']} title={label}>
        {text}
      </span>
    </div>
  )
}
