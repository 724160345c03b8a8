import type { LossSource } from '#engine/facts.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { DEMO_REASONS } from './demoReasons.ts'

/** A loss of the demo plant that nobody has explained. */
export type OpenLoss = {
  readonly source: LossSource
  readonly machine: string
  readonly group: string
  /** Name of the status; null = none. */
  readonly status: string | null
  /** Ms UTC. */
  readonly start: number
}

/** What somebody of the crew says about a loss: the English name of the reason, and a comment or none. */
export type Said = {
  readonly reason: string
  readonly comment: string | null
  /** How long after the end of the loss, by which of the tiles, and how soon after they were shown. */
  readonly afterMs: number
  readonly tilePlace: number
  readonly shownMs: number
  /** What the shift lead says instead when it was wrong; null = it was right. */
  readonly correction: string | null
}

type Kind = 'SETUP' | 'IDLE' | 'NONE' | 'SPEED' | 'OUTPUT'
type Share = readonly [reason: string, weight: number]

/** Every tenth loss is left unexplained, as people do. */
const SHARE_EXPLAINED = 0.9
const SHARE_COMMENTED = 0.2
/** Most say it at once, some at the end of the shift, a few take the first tile, and a few are wrong. */
const SHARE_AT_ONCE = 0.65
const SHARE_HASTY = 0.05
const SHARE_WRONG = 0.04
const TILES = 6
const OF_ALL: Readonly<Record<Kind, readonly Share[]>> = {
  SETUP: [
    ['Setup', 3],
    ['Changeover', 2],
  ],
  IDLE: [
    ['No material', 4],
    ['No operator', 2],
    ['Waiting for quality check', 1],
    ['Other', 0.5],
  ],
  NONE: [
    ['Breakdown', 3],
    ['No operator', 1],
    ['Other', 0.3],
  ],
  SPEED: [
    ['Reduced speed', 3],
    ['Poor material', 1],
  ],
  OUTPUT: [
    ['Wrong dimensions', 3],
    ['Surface defect', 2],
  ],
}
const GROUP_WEIGHT = 2
/** The story of the demo: the tool of this press wears through the week and is ground at the weekend. */
const WORN = { machine: 'press-7', reason: 'Tool wear', weightADay: 2 } as const
const COMMENTS: Readonly<Record<string, readonly string[]>> = {
  'Tool wear': ['Burrs on the edge, die cleaned', 'Punch is worn, regrinding is planned for Saturday', 'Burrs again'],
  'Part stuck in the die': ['Slug did not fall through', 'Die sprayed, runs again'],
  Breakdown: ['Sensor cable replaced', 'Light curtain had to be reset', 'Maintenance called'],
  'Chip jam': ['Conveyor cleared'],
  'Bottle jam': ['Fallen bottles at the infeed', 'Guide rail adjusted'],
  'Label roll empty': ['Nobody was at the labeller'],
  'No material': ['Forklift was late', 'Waited for the previous machine'],
  'No operator': ['Helped at the next machine'],
  Changeover: ['First piece had to be measured twice'],
}

/** Returns what the crew says about the loss; null = nobody explains it. The same loss is always explained alike. */
export function explain(loss: OpenLoss): Said | null {
  const key = `${loss.machine} ${loss.source} ${loss.start}`
  if (shareOf(`${key} explained`) >= SHARE_EXPLAINED) return null
  const shares = sharesOf(loss)
  const right = pick(shares, shareOf(`${key} reason`))
  const other = shares.find(([name]) => name !== right)?.[0] ?? right
  const isWrong = other !== right && shareOf(`${key} wrong`) < SHARE_WRONG
  return { ...howOf(key), reason: isWrong ? other : right, comment: commentOf(key, right), correction: isWrong ? right : null }
}

function commentOf(key: string, reason: string): string | null {
  const comments = COMMENTS[reason] ?? []
  if (comments.length === 0 || shareOf(`${key} commented`) >= SHARE_COMMENTED) return null
  return comments[Math.floor(shareOf(`${key} comment`) * comments.length)] ?? null
}

function howOf(key: string): Pick<Said, 'afterMs' | 'shownMs' | 'tilePlace'> {
  const soon = shareOf(`${key} soon`)
  const afterMs = Math.round((shareOf(`${key} at once`) < SHARE_AT_ONCE ? 0.5 + 8 * soon : 12 + 10 * soon) * MINUTE_MS)
  if (shareOf(`${key} hasty`) < SHARE_HASTY) return { afterMs, tilePlace: 0, shownMs: 900 }
  return {
    afterMs,
    tilePlace: Math.floor(shareOf(`${key} tile`) ** 2 * TILES),
    shownMs: 1_800 + Math.round(6_000 * shareOf(`${key} shown`)),
  }
}

function sharesOf(loss: OpenLoss): readonly Share[] {
  const kind = kindOf(loss)
  const own = DEMO_REASONS.filter((one) => one.group === loss.group && isLike(kind, one.activityType)).map(({ names }): Share => [
    names.en,
    GROUP_WEIGHT,
  ])
  if (loss.machine !== WORN.machine || (kind !== 'IDLE' && kind !== 'NONE')) return [...OF_ALL[kind], ...own]
  return [
    ...OF_ALL[kind],
    ...own.filter(([reason]) => reason !== WORN.reason),
    [WORN.reason, WORN.weightADay * daysSinceMonday(loss.start)],
  ]
}

function kindOf({ source, status }: OpenLoss): Kind {
  if (source !== 'STATUS') return source
  if (status === null) return 'NONE'
  return status === 'Setup' ? 'SETUP' : 'IDLE'
}

function isLike(kind: Kind, activity: string | null): boolean {
  switch (kind) {
    case 'SETUP':
      return activity === 'CHANGEOVER_TIME' || activity === 'SETUP_TIME'
    case 'NONE':
      return activity === 'BREAKDOWN_TIME'
    case 'IDLE':
      return activity === 'WAITING_TIME' || activity === 'MAINTENANCE_TIME'
    default:
      return false
  }
}

function daysSinceMonday(at: number): number {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC').dayOfWeek - 1
}

function pick(shares: readonly Share[], at: number): string {
  let left = at * shares.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [reason, weight] of shares) {
    left -= weight
    if (left < 0) return reason
  }
  return shares[0]?.[0] ?? 'Breakdown'
}

/** Returns a number in [0, 1) that follows from the text alone. */
export function shareOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}
