import { type PointerEvent, useState } from 'react'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './Runner.module.css'
import type { Strokes } from './runner.view.ts'

type SignaturePadProps = {
  readonly label: string
  readonly clearLabel: string
  readonly strokes: Strokes
  readonly onChange: (strokes: Strokes) => void
}

const PLACES = 1_000
/** Further points of one stroke say nothing more. */
const MOST_NUMBERS = 600

/** Returns a field to sign in with a finger, a pen or the mouse; Enter draws a cross for people who use keys. */
export function SignaturePad({ label, clearLabel, strokes, onChange }: SignaturePadProps) {
  const [drawn, setDrawn] = useState<readonly number[] | null>(null)
  const pointOf = (event: PointerEvent): readonly number[] => {
    const box = event.currentTarget.getBoundingClientRect()
    const within = (part: number, whole: number) => Math.round(Math.min(Math.max(part / whole, 0), 1) * PLACES) / PLACES
    return [within(event.clientX - box.left, box.width), within(event.clientY - box.top, box.height)]
  }
  const shown = drawn === null ? strokes : [...strokes, drawn]
  return (
    <div>
      <svg
        className={classes['pad']}
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        role="button"
        tabIndex={0}
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange([...strokes, [0.4, 0.3, 0.6, 0.7], [0.6, 0.3, 0.4, 0.7]])
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrawn(pointOf(event))
        }}
        onPointerMove={(event) => {
          if (drawn !== null && drawn.length < MOST_NUMBERS) setDrawn([...drawn, ...pointOf(event)])
        }}
        onPointerUp={() => {
          if (drawn !== null && drawn.length > 2) onChange([...strokes, drawn])
          setDrawn(null)
        }}
        onPointerCancel={() => setDrawn(null)}
      >
        {shown.map((points) => (
          <polyline
            key={points.join()}
            points={points.join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {strokes.length > 0 && <ActionButton onClick={() => onChange([])}>{clearLabel}</ActionButton>}
    </div>
  )
}
