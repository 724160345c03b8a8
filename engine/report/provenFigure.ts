/** Factors of OEE of which a report tells figures. */
export const PROVEN_FACTORS = ['OEE', 'AVAILABILITY', 'PERFORMANCE', 'QUALITY'] as const
export type ProvenFactor = (typeof PROVEN_FACTORS)[number]

/** What stands in the place of a reason, by `Classification`. */
const WITHOUT_REASON = ['CLASSIFIED', 'NOT_NEEDED', 'UNCLASSIFIED'] as const

/** A figure that a report tells: a factor of all of it, of a work center or of one shift, or its stopped time, of all or of a reason. */
export type ProvenFigure =
  | { readonly factor: ProvenFactor; readonly workCenterId: number | null; readonly shiftStart: number | null }
  | { readonly factor: 'LOST'; readonly reason: number | (typeof WITHOUT_REASON)[number] | null }

/** Returns the name of the figure in a link, such as `OEE.7` (Y-8). */
export function nameOfFigure(figure: ProvenFigure): string {
  const parts = figure.factor === 'LOST' ? [figure.reason] : [figure.workCenterId, figure.shiftStart]
  return [figure.factor, ...parts.filter((part) => part !== null)].join('.')
}

/** Returns the figure of the name; null where no figure is called so. */
export function figureNamed(name: string): ProvenFigure | null {
  const [first = '', ...rest] = name.split('.')
  const factor = PROVEN_FACTORS.find((one) => one === first)
  if (factor !== undefined) {
    const [workCenterId = null, shiftStart = null, ...more] = rest.map(wholeNumber)
    if (more.length > 0 || rest.some((text) => wholeNumber(text) === null)) return null
    return { factor, workCenterId, shiftStart }
  }
  const [reason, ...more] = rest
  if (first !== 'LOST' || more.length > 0) return null
  if (reason === undefined) return { factor: 'LOST', reason: null }
  const found = WITHOUT_REASON.find((one) => one === reason) ?? wholeNumber(reason)
  return found === null ? null : { factor: 'LOST', reason: found }
}

/** A shift as a report told it. */
export type ProvenShift = {
  readonly workCenterId: number
  /** ms UTC */
  readonly start: number
  readonly revision: number
  readonly status: 'CONFIRMED' | 'PROGRESS' | 'UNCONFIRMED'
  /** Percent; null = undefined. */
  readonly oee: number | null
  readonly accepted: number
}

/** A shift that reads differently now; `before` null = it was not there, `after` null = it is not there any more. */
export type ChangedShift = { readonly before: ProvenShift | null; readonly after: ProvenShift | null }

/** Returns the shifts whose revision, state or figures differ, those of the newest start first. */
export function changedShifts(before: readonly ProvenShift[], after: readonly ProvenShift[]): ChangedShift[] {
  const keyOf = ({ workCenterId, start }: ProvenShift) => `${workCenterId}/${start}`
  const then = new Map(before.map((shift) => [keyOf(shift), shift]))
  const now = new Map(after.map((shift) => [keyOf(shift), shift]))
  return [...new Set([...then.keys(), ...now.keys()])]
    .map((key): ChangedShift => ({ before: then.get(key) ?? null, after: now.get(key) ?? null }))
    .filter(({ before: one, after: other }) => one === null || other === null || differ(one, other))
    .toSorted((one, other) => startOf(other) - startOf(one))
}

function differ(one: ProvenShift, other: ProvenShift): boolean {
  return one.revision !== other.revision || one.status !== other.status || one.oee !== other.oee || one.accepted !== other.accepted
}

function startOf({ before, after }: ChangedShift): number {
  return (after ?? before)?.start ?? 0
}

/** A number as a name has it: without a sign, and not more than counts exactly. */
function wholeNumber(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}
