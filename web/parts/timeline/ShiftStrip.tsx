import { memo, useMemo } from 'react'
import { useCoarseNow } from '#web/ui/clock.ts'
import { isOutlined, statusColor } from '../statusStyle.ts'
import { StylePattern } from './StylePattern.tsx'
import { prepareTimeline } from './prepareTimeline.ts'
import classes from './ShiftStrip.module.css'
import type { StatusSpan } from './statusSpans.ts'

const USUAL_WIDTH = 300
const HEIGHT = 16
const STEP_MS = 15_000

type ShiftStripProps = {
  readonly spans: readonly StatusSpan[]
  readonly start: number
  readonly end: number
  /** Says on hover what the colors are. */
  readonly title?: string
  /** About how wide it is drawn, in CSS px: patterns and the shortest blocks are made for it. */
  readonly width?: number
  /** Short statuses in a row are drawn as one block per so many px; by default each on its own. */
  readonly runPx?: number
}

/** Returns the small picture of a shift so far: statuses by colour and pattern, a line at now, the rest empty. The page around it says the same in words. */
export const ShiftStrip = memo(function ShiftStrip({ spans, start, end, title, width = USUAL_WIDTH, runPx = Infinity }: ShiftStripProps) {
  const now = useCoarseNow(STEP_MS)
  const blocks = useMemo(() => prepareTimeline({ spans, from: start, to: end, now, width, runPx }), [spans, start, end, now, width, runPx])
  const nowX = Math.min(1, Math.max(0, (now - start) / (end - start))) * width
  return (
    <svg className={classes['strip']} viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden focusable={false}>
      {title !== undefined && <title>{title}</title>}
      {blocks.map((block) => {
        const y = block.style === 'offShift' ? HEIGHT * 0.6 : block.style === 'idle' ? HEIGHT * 0.3 : 0
        const box = { x: block.x, y, width: Math.max(1, block.width - 0.6), height: HEIGHT - y }
        if (isOutlined(block.style)) return <rect key={block.start} className={classes['noData']} {...box} />
        return (
          <g key={block.start}>
            <rect {...box} fill={statusColor(block.style, block.color)} />
            <StylePattern style={block.style} {...box} />
          </g>
        )
      })}
      <line className={classes['now']} x1={nowX} x2={nowX} y1="0" y2={HEIGHT} />
    </svg>
  )
})
