import type { StatusStyle } from '../statusStyle.ts'

const PATTERNED: readonly StatusStyle[] = ['stop', 'planned', 'setup']

type StylePatternProps = {
  readonly style: StatusStyle
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Returns the hatch, lines or dots over a block, so that its meaning survives any colour; nothing for styles that are solid. */
export function StylePattern({ style, ...box }: StylePatternProps) {
  return PATTERNED.includes(style) ? <rect {...box} fill={`url(#style-${style})`} /> : null
}

/** Returns the definitions of the patterns; once a page. */
export function StylePatterns() {
  return (
    <svg width="0" height="0" aria-hidden focusable={false} style={{ position: 'absolute' }}>
      <defs>
        <pattern id="style-stop" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2" height="6" fill="#fff" fillOpacity="0.5" />
        </pattern>
        <pattern id="style-planned" width="6" height="4" patternUnits="userSpaceOnUse">
          <rect width="6" height="1.2" fill="#fff" fillOpacity="0.55" />
        </pattern>
        <pattern id="style-setup" width="5" height="5" patternUnits="userSpaceOnUse">
          <circle cx="2.5" cy="2.5" r="1" fill="#1b2430" fillOpacity="0.7" />
        </pattern>
      </defs>
    </svg>
  )
}
