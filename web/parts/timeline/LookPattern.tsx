import type { StatusLook } from '../statusLook.ts'

const PATTERNED: readonly StatusLook[] = ['stop', 'planned', 'setup']

type LookPatternProps = {
  readonly look: StatusLook
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Returns the hatch, lines or dots over a block, so that its meaning survives any colour; nothing for looks that are solid. */
export function LookPattern({ look, ...box }: LookPatternProps) {
  return PATTERNED.includes(look) ? <rect {...box} fill={`url(#look-${look})`} /> : null
}

/** Returns the definitions of the patterns; once a page. */
export function LookPatterns() {
  return (
    <svg width="0" height="0" aria-hidden focusable={false} style={{ position: 'absolute' }}>
      <defs>
        <pattern id="look-stop" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2" height="6" fill="#fff" fillOpacity="0.5" />
        </pattern>
        <pattern id="look-planned" width="6" height="4" patternUnits="userSpaceOnUse">
          <rect width="6" height="1.2" fill="#fff" fillOpacity="0.55" />
        </pattern>
        <pattern id="look-setup" width="5" height="5" patternUnits="userSpaceOnUse">
          <circle cx="2.5" cy="2.5" r="1" fill="#1b2430" fillOpacity="0.7" />
        </pattern>
      </defs>
    </svg>
  )
}
