import { type Channel, decimalText, readDecimal, type RuleDraft } from './ruleDraft.view.ts'

/** A rule whose bound an edge is. */
export type EdgeSide = { readonly key: string; readonly name: string }

/** A bound on the value axis: where the rule below ends, the one above begins, or both. */
export type Edge = {
  /** Stays the same while the edge moves. */
  readonly id: string
  readonly value: number
  readonly below: EdgeSide | null
  readonly above: EdgeSide | null
}

/** What a person does to an edge with the keyboard, like any slider (WAI-ARIA). */
export type EdgeKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'PageUp' | 'PageDown' | 'Home' | 'End'

const STEPS_TO_TOP = 100
const PAGE = 10

/** Returns the bounds of the drafts in a channel, ascending. Where two rules touch they are one edge and move together. */
export function edgesOf(drafts: readonly RuleDraft[], channel: Channel): readonly Edge[] {
  const lows: (Edge & { readonly above: EdgeSide })[] = []
  const highs: (Edge & { readonly below: EdgeSide })[] = []
  for (const { key, values } of drafts) {
    const side = { key, name: values.name }
    const min = readDecimal(values.bounds[channel].min)
    const max = readDecimal(values.bounds[channel].max)
    if (isNumber(min)) lows.push({ id: `${key}.min`, value: min, below: null, above: side })
    if (isNumber(max)) highs.push({ id: `${key}.max`, value: max, below: side, above: null })
  }
  const taken = new Set<string>()
  const joined = highs.map((high): Edge => {
    const low = lows.find((one) => one.value === high.value && !taken.has(one.id))
    if (low === undefined) return high
    taken.add(low.id)
    return { ...high, above: low.above }
  })
  return [...joined, ...lows.filter((low) => !taken.has(low.id))].toSorted((one, other) => one.value - other.value)
}

/** Returns the step of a slider up to `top`: about a hundredth of it, as 1, 2 or 5 of a power of ten. */
export function stepOf(top: number): number {
  const rough = top / STEPS_TO_TOP
  const power = 10 ** Math.floor(Math.log10(rough))
  const digit = [1, 2, 5, 10].find((one) => one * power >= rough * 0.999) ?? 10
  return Number((digit * power).toPrecision(1))
}

/** Returns the range in which the edge may move: above zero, inside the other bounds of its rules, up to the top of the axis or its present place. */
export function limitsOf(
  edge: Edge,
  drafts: readonly RuleDraft[],
  channel: Channel,
  top: number,
): { readonly min: number; readonly max: number } {
  const step = stepOf(top)
  const boundOf = (side: EdgeSide | null, end: 'min' | 'max') => {
    const draft = drafts.find(({ key }) => key === side?.key)
    const value = draft === undefined ? null : readDecimal(draft.values.bounds[channel][end])
    return isNumber(value) ? value : null
  }
  const low = boundOf(edge.below, 'min')
  const high = boundOf(edge.above, 'max')
  return { min: tidy(low === null ? step : low + step), max: tidy(high === null ? Math.max(top, edge.value) : high - step) }
}

/** Returns the value at a step, inside the limits. */
export function snapped(value: number, step: number, limits: { readonly min: number; readonly max: number }): number {
  return tidy(Math.min(Math.max(limits.min, limits.max), Math.max(limits.min, Math.round(value / step) * step)))
}

/** Returns where a key moves the edge to. */
export function keyedValue(key: EdgeKey, value: number, step: number, limits: { readonly min: number; readonly max: number }): number {
  const moves: Readonly<Record<EdgeKey, number>> = {
    ArrowUp: value + step,
    ArrowRight: value + step,
    ArrowDown: value - step,
    ArrowLeft: value - step,
    PageUp: value + PAGE * step,
    PageDown: value - PAGE * step,
    Home: limits.min,
    End: limits.max,
  }
  return snapped(moves[key], step, limits)
}

/** Returns whether the key is one that moves a slider. */
export function isEdgeKey(key: string): key is EdgeKey {
  return /^(Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End)$/.test(key)
}

/** Returns the drafts with the edge at the value; both rules that share it follow. */
export function withEdgeAt(drafts: readonly RuleDraft[], channel: Channel, edge: Edge, value: number): readonly RuleDraft[] {
  const text = decimalText(value)
  return drafts.map((draft) => {
    const change = { ...(draft.key === edge.below?.key && { max: text }), ...(draft.key === edge.above?.key && { min: text }) }
    if (Object.keys(change).length === 0) return draft
    const bounds = { ...draft.values.bounds, [channel]: { ...draft.values.bounds[channel], ...change } }
    return { ...draft, values: { ...draft.values, bounds } }
  })
}

/** A stretch of the value axis: a rule's range, what no rule has, or what two have. */
export type Band = { readonly key: string; readonly name: string; readonly color: string; readonly from: number; readonly to: number }
export type Gap = { readonly from: number; readonly to: number; readonly isOff: boolean }
export type Overlap = { readonly from: number; readonly to: number; readonly names: readonly [string, string] }

/** Returns the parts of the axis from 0 to `top`: ranges lowest first, gaps, and overlaps. */
export function bandsOf(
  drafts: readonly RuleDraft[],
  channel: Channel,
  top: number,
): { readonly bands: readonly Band[]; readonly gaps: readonly Gap[]; readonly overlaps: readonly Overlap[] } {
  const bands = drafts
    .flatMap(({ key, values }): Band[] => {
      const min = readDecimal(values.bounds[channel].min)
      const max = readDecimal(values.bounds[channel].max)
      if (!isNumber(min) || Number.isNaN(max)) return []
      const to = max ?? Infinity
      return to > min ? [{ key, name: values.name, color: values.color, from: min, to }] : []
    })
    .toSorted((one, other) => one.from - other.from)
  const gaps: Gap[] = []
  let covered = 0
  for (const { from, to } of bands) {
    if (from > covered) gaps.push({ from: covered, to: Math.min(from, top), isOff: covered === 0 })
    covered = Math.max(covered, to)
  }
  if (covered < top && bands.length > 0) gaps.push({ from: covered, to: top, isOff: false })
  const overlaps = bands.flatMap((one, at) =>
    bands.slice(at + 1).flatMap((other): Overlap[] => {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)]
      return to > from ? [{ from, to, names: [one.name, other.name] }] : []
    }),
  )
  return { bands, gaps: gaps.filter(({ from, to }) => to > from), overlaps }
}

function isNumber(value: number | null): value is number {
  return value !== null && !Number.isNaN(value)
}

function tidy(value: number): number {
  return Number(value.toFixed(6))
}
