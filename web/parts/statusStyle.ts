import type { NoDataCause } from '#engine/facts.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'

/** The styles of a status (U-10), each with a colour, an icon and a pattern of its own. */
export const STATUS_STYLES = ['run', 'idle', 'stop', 'stopKnown', 'planned', 'setup', 'offShift', 'noData', 'notSetUp'] as const
export type StatusStyle = (typeof STATUS_STYLES)[number]

export type StatusFacts = {
  readonly kind: StatusKind
  readonly isEffective: boolean
  readonly isScheduledLoss: boolean
  /** The rule's colour, `#rrggbb`. */
  readonly color: string | null
  readonly noDataCause?: NoDataCause | null
}

/** Returns how a status looks: built-in ones by kind, tenants' own by their flags; of two ineffective ones the red one is a stop. Off outside every shift is calm grey. */
export function statusStyle(status: StatusFacts | null, isInShift: boolean): StatusStyle {
  if (status === null) return 'noData'
  if (status.kind === 'NO_DATA') return status.noDataCause === 'NO_STATUS_RULES' ? 'notSetUp' : 'noData'
  if (status.kind === 'OFF') return isInShift ? 'stop' : 'offShift'
  if (status.kind === 'UNDEFINED') return 'stop'
  if (status.isEffective) return 'run'
  if (status.isScheduledLoss) return isViolet(status.color) ? 'setup' : 'planned'
  if (isRed(status.color)) return 'stop'
  return isViolet(status.color) ? 'setup' : 'idle'
}

/** Returns whether a style is drawn as an outline: nothing is known of what the machine did. */
export function isOutlined(style: StatusStyle): boolean {
  return style === 'noData' || style === 'notSetUp'
}

/** Palette colours of tenants, with the status style whose themed colour replaces them. */
const PALETTE: Record<string, StatusStyle> = {
  '#08855f': 'run',
  '#c28500': 'idle',
  '#c62814': 'stop',
  '#5f1f16': 'stopKnown',
  '#24489e': 'planned',
  '#a85fd0': 'setup',
  '#76828f': 'offShift',
}

/** Returns the CSS colour with which a status is drawn: the tenant's own, or the theme's where the tenant took a colour of the palette. */
export function statusColor(style: StatusStyle, color: string | null): string {
  if (color === null || isOutlined(style)) return `var(--status-${style})`
  const known = PALETTE[color.toLowerCase()]
  return known === undefined ? color : `var(--status-${known})`
}

type StatusKey = 'status.off' | 'status.undefined' | 'status.noData' | 'status.notSetUp' | 'status.rule'

/** Returns the text key of a status's name for the built-in ones; rules have names of their own. A machine that is not set up is not called silent. */
export function statusKey(kind: StatusKind, cause: NoDataCause | null = null): StatusKey {
  switch (kind) {
    case 'OFF':
      return 'status.off'
    case 'UNDEFINED':
      return 'status.undefined'
    case 'NO_DATA':
      return cause === 'NO_STATUS_RULES' ? 'status.notSetUp' : 'status.noData'
    case 'RULE':
      return 'status.rule'
  }
}

function isRed(color: string | null): boolean {
  const hue = hueOf(color)
  return hue !== null && (hue <= 16 || hue >= 340)
}

function isViolet(color: string | null): boolean {
  const hue = hueOf(color)
  return hue !== null && hue >= 260 && hue < 320
}

/** Returns the hue of `#rrggbb` in degrees, null for greys and unreadable colours. */
function hueOf(color: string | null): number | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color ?? '')
  if (match === null) return null
  const [red, green, blue] = [parseInt(match[1] ?? '', 16), parseInt(match[2] ?? '', 16), parseInt(match[3] ?? '', 16)]
  const max = Math.max(red, green, blue)
  const range = max - Math.min(red, green, blue)
  if (range < 24) return null
  const sector = max === red ? ((green - blue) / range) % 6 : max === green ? (blue - red) / range + 2 : (red - green) / range + 4
  return (sector * 60 + 360) % 360
}
