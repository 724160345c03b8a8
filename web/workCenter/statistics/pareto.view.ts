import type { LossCategory, LostFieldsFragment, StatisticsOfPeriodQuery } from '#web/api/generated/graphql.ts'

export type ParetoMeasure = 'duration' | 'count'

/** Where the drill stands: all categories, the groups of one, or the reasons of one group (null = without a group). */
export type ParetoLevel =
  | { readonly kind: 'categories' }
  | { readonly kind: 'groups'; readonly category: LossCategory }
  | { readonly kind: 'reasons'; readonly category: LossCategory; readonly groupId: number | null }

export const CATEGORIES: readonly LossCategory[] = ['AVAILABILITY', 'PERFORMANCE', 'QUALITY']

/** A bar: losses of a category, a group, a reason, or those without a reason. */
export type ParetoBar = {
  readonly key: string
  readonly kind: 'category' | 'group' | 'noGroup' | 'notNeeded' | 'planned' | 'reason' | 'smallStops' | 'unclassified'
  readonly category: LossCategory
  readonly id: number | null
  readonly name: string | null
  readonly color: string | null
  readonly seconds: number
  readonly count: number
}

/** A bar as drawn: share of all, cumulative share, and value in the period before. */
export type RankedBar = ParetoBar & {
  readonly value: number
  readonly share: number
  readonly cumulative: number
  readonly before: number | null
}

type Losses = Pick<StatisticsOfPeriodQuery, 'stops' | 'speed' | 'output'>
type Lost = LostFieldsFragment & { readonly category: LossCategory }

/** Returns all losses with their category: a reason's own, else that of the source (domain.md S-31). */
export function lossesOf({ stops, speed, output }: Losses): readonly Lost[] {
  const of = (rows: readonly LostFieldsFragment[], category: LossCategory): Lost[] =>
    rows.map((row) => ({ ...row, category: row.reason?.category ?? category }))
  return [...of(stops, 'AVAILABILITY'), ...of(speed, 'PERFORMANCE'), ...of(output, 'QUALITY')]
}

/** Returns the share of the stops that have a reason or are in no need of one, by time and by number; null when there are none. */
export function classifiedOf(stops: readonly LostFieldsFragment[]): { readonly byDuration: number; readonly byCount: number } | null {
  const count = stops.reduce((sum, row) => sum + row.count, 0)
  const seconds = stops.reduce((sum, row) => sum + row.duration, 0)
  if (count === 0) return null
  const known = stops.filter(({ classification }) => classification !== 'UNCLASSIFIED')
  const knownCount = known.reduce((sum, row) => sum + row.count, 0)
  const knownSeconds = known.reduce((sum, row) => sum + row.duration, 0)
  return { byDuration: seconds === 0 ? knownCount / count : knownSeconds / seconds, byCount: knownCount / count }
}

/**
 * Returns the bars of a level, the greatest first; small stops and losses without a reason are bars of their own. Where no reason of a category has a group,
 * its reasons stand in the place of the groups.
 */
export function paretoBars(
  losses: readonly Lost[],
  level: ParetoLevel,
  measure: ParetoMeasure,
  before: readonly Lost[] | null,
): readonly RankedBar[] {
  const isGrouped = [...losses, ...(before ?? [])].some(({ category, reason }) => isAt(level, category) && reason?.group != null)
  const bars = barsOf(losses, level, isGrouped)
  const past = before && new Map(barsOf(before, level, isGrouped).map((bar) => [bar.key, valueOf(bar, measure)]))
  const whole = bars.reduce((sum, bar) => sum + valueOf(bar, measure), 0)
  const ranked = bars.toSorted((a, b) => valueOf(b, measure) - valueOf(a, measure) || (a.key < b.key ? -1 : 1))
  let sum = 0
  return ranked.map((bar) => {
    const value = valueOf(bar, measure)
    sum += value
    return {
      ...bar,
      value,
      share: whole === 0 ? 0 : value / whole,
      cumulative: whole === 0 ? 0 : sum / whole,
      before: past ? (past.get(bar.key) ?? 0) : null,
    }
  })
}

/** Returns the level that an address asks for. */
export function readLevel(search: Readonly<Record<string, unknown>>): ParetoLevel {
  const category = CATEGORIES.find((candidate) => candidate === search['loss'])
  if (category === undefined) return { kind: 'categories' }
  const group = search['lossGroup']
  if (group === 'none') return { kind: 'reasons', category, groupId: null }
  return typeof group === 'string' && /^\d{1,9}$/.test(group)
    ? { kind: 'reasons', category, groupId: Number(group) }
    : { kind: 'groups', category }
}

/** Returns the address keys of a level; those that it does not need are undefined. */
export function writeLevel(level: ParetoLevel): { readonly loss: string | undefined; readonly lossGroup: string | undefined } {
  if (level.kind === 'categories') return { loss: undefined, lossGroup: undefined }
  if (level.kind === 'groups') return { loss: level.category, lossGroup: undefined }
  return { loss: level.category, lossGroup: level.groupId === null ? 'none' : String(level.groupId) }
}

/** Returns the level under a bar; null for what has no parts. */
export function levelUnder(bar: ParetoBar): ParetoLevel | null {
  if (bar.kind === 'category') return { kind: 'groups', category: bar.category }
  if (bar.kind === 'group') return { kind: 'reasons', category: bar.category, groupId: bar.id }
  return bar.kind === 'noGroup' ? { kind: 'reasons', category: bar.category, groupId: null } : null
}

function isAt(level: ParetoLevel, category: LossCategory): boolean {
  return level.kind === 'categories' || category === level.category
}

function barsOf(losses: readonly Lost[], level: ParetoLevel, isGrouped: boolean): readonly ParetoBar[] {
  const own = losses.filter(({ category }) => isAt(level, category))
  const wanted =
    level.kind === 'reasons'
      ? own.filter(({ reason }) => reason != null && (reason.group?.id ?? null) === level.groupId && !reason.isSmallStop)
      : own
  const bars = new Map<string, ParetoBar>()
  for (const loss of wanted) {
    const bar = barOf(loss, level, isGrouped)
    const known = bars.get(bar.key)
    bars.set(bar.key, known ? { ...bar, seconds: known.seconds + bar.seconds, count: known.count + bar.count } : bar)
  }
  return [...bars.values()]
}

/** What a bar without a reason says of one. */
const KIND_WITHOUT_REASON = { ALL: 'notNeeded', CLASSIFIED: 'planned', NOT_NEEDED: 'notNeeded', UNCLASSIFIED: 'unclassified' } as const

function barOf({ category, reason, classification, duration: seconds, count }: Lost, level: ParetoLevel, isGrouped: boolean): ParetoBar {
  const amount = { category, seconds, count }
  if (level.kind === 'categories') return { key: category, kind: 'category', id: null, name: null, color: null, ...amount }
  if (reason == null) {
    const kind = KIND_WITHOUT_REASON[classification]
    return { key: kind, kind, id: null, name: null, color: null, ...amount }
  }
  if (level.kind === 'reasons' || (!isGrouped && !reason.isSmallStop))
    return { key: `reason ${reason.id}`, kind: 'reason', id: reason.id, name: reason.name, color: reason.color, ...amount }
  if (reason.isSmallStop)
    return { key: `small ${reason.id}`, kind: 'smallStops', id: reason.id, name: reason.name, color: reason.color, ...amount }
  const { group } = reason
  if (group == null) return { key: 'noGroup', kind: 'noGroup', id: null, name: null, color: null, ...amount }
  return { key: `group ${group.id}`, kind: 'group', id: group.id, name: group.name, color: group.color, ...amount }
}

function valueOf(bar: ParetoBar, measure: ParetoMeasure): number {
  return measure === 'duration' ? bar.seconds : bar.count
}
