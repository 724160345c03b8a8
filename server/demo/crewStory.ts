import { DAY_MS } from '#engine/time/durations.ts'
import { DEMO_REASONS } from './demoReasons.ts'

/** A stop of the demo plant that nobody has explained. */
export type OpenStop = {
  readonly machine: string
  readonly group: string
  /** Name of the status; null = none. */
  readonly status: string | null
  /** Ms UTC. */
  readonly start: number
}

/** What somebody of the crew says about a stop: the English name of the reason, and a comment or none. */
export type Said = { readonly reason: string; readonly comment: string | null }

type Share = readonly [reason: string, weight: number]

/** Every tenth stop is left unexplained, as people do. */
const SHARE_EXPLAINED = 0.9
const SHARE_COMMENTED = 0.2
const OF_ALL: Readonly<Record<'SETUP' | 'IDLE' | 'NONE', readonly Share[]>> = {
  SETUP: [
    ['Setup', 3],
    ['Changeover', 2],
  ],
  IDLE: [
    ['No material', 4],
    ['No operator', 2],
    ['Waiting for quality check', 1],
  ],
  NONE: [
    ['Breakdown', 3],
    ['No operator', 1],
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

/** Returns what the crew says about the stop; null = nobody explains it. The same stop is always explained alike. */
export function explain(stop: OpenStop): Said | null {
  const key = `${stop.machine} ${stop.start}`
  if (shareOf(`${key} explained`) >= SHARE_EXPLAINED) return null
  const reason = pick(sharesOf(stop), shareOf(`${key} reason`))
  const comments = COMMENTS[reason] ?? []
  if (comments.length === 0 || shareOf(`${key} commented`) >= SHARE_COMMENTED) return { reason, comment: null }
  return { reason, comment: comments[Math.floor(shareOf(`${key} comment`) * comments.length)] ?? null }
}

function sharesOf({ machine, group, status, start }: OpenStop): readonly Share[] {
  const kind = status === 'Setup' ? 'SETUP' : status === null ? 'NONE' : 'IDLE'
  const own = DEMO_REASONS.filter((one) => one.group === group && isLike(kind, one.activityType)).map(({ names }): Share => [
    names.en,
    GROUP_WEIGHT,
  ])
  const worn: readonly Share[] =
    machine === WORN.machine && kind !== 'SETUP' ? [[WORN.reason, WORN.weightADay * daysSinceMonday(start)]] : []
  return [...OF_ALL[kind], ...own.filter(([reason]) => reason !== WORN.reason || worn.length === 0), ...worn]
}

function isLike(kind: keyof typeof OF_ALL, activity: string | null): boolean {
  if (kind === 'SETUP') return activity === 'CHANGEOVER_TIME' || activity === 'SETUP_TIME'
  return kind === 'NONE' ? activity === 'BREAKDOWN_TIME' : activity === 'WAITING_TIME' || activity === 'MAINTENANCE_TIME'
}

/** 1 January 1970 was a Thursday. */
function daysSinceMonday(at: number): number {
  return (Math.floor(at / DAY_MS) + 3) % 7
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
function shareOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}
