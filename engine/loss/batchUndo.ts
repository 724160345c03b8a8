/** A stretch of what was said; `end` null = open. */
type Stretch = { readonly start: number; readonly end: number | null }

/** What one gesture said of one stretch: where it lies now, where it lay before, and whether it must stay as it is. */
export type BatchPart = {
  readonly id: number
  /** Parts of different lanes have nothing to do with each other: a work center and a source. */
  readonly lane: string
  readonly now: Stretch | null
  /** Null = there was nothing before. */
  readonly before: Stretch | null
  /** Somebody said more of it since, or its shift is confirmed. */
  readonly isKept: boolean
}

/** A stretch that others said, on the same lane. */
export type OtherPart = Stretch & { readonly lane: string }

/**
 * Returns the parts of a gesture that can be taken back (domain.md S-26a). Those that took time from each other go back together or not at all: what
 * one gave away, another has. One that would come back over what others said since stays too, with its neighbours.
 */
export function partsToTakeBack(parts: readonly BatchPart[], others: readonly OtherPart[]): readonly number[] {
  return [...Map.groupBy(parts, ({ lane }) => lane).values()].flatMap((ofLane) =>
    unitsOf(ofLane)
      .filter((unit) => !unit.some((part) => part.isKept || wouldCover(part, unit, others)))
      .flatMap((unit) => unit.map(({ id }) => id)),
  )
}

/** Returns where a part lies once it is back: what was open then and has ended since ends where its neighbours of the gesture end now. */
export function restoredEnd(before: Stretch, unit: readonly Pick<BatchPart, 'now'>[]): number | null {
  if (before.end !== null) return before.end
  const ends = unit.flatMap(({ now }) => (now === null ? [] : [now.end]))
  return ends.length === 0 || ends.includes(null) ? null : Math.max(...ends.map((end) => end ?? 0))
}

/** Returns the parts that share time with each other, before or now, directly or by others between them. */
export function unitsOf(parts: readonly BatchPart[]): readonly (readonly BatchPart[])[] {
  const units: { parts: BatchPart[]; end: number }[] = []
  for (const part of parts.toSorted((a, b) => startOf(a) - startOf(b))) {
    const last = units.at(-1)
    if (last !== undefined && startOf(part) < last.end) {
      last.parts.push(part)
      last.end = Math.max(last.end, endOf(part))
    } else units.push({ parts: [part], end: endOf(part) })
  }
  return units.map((unit) => unit.parts)
}

function wouldCover({ before, lane }: BatchPart, unit: readonly BatchPart[], others: readonly OtherPart[]): boolean {
  if (before === null) return false
  const end = restoredEnd(before, unit) ?? Infinity
  return others.some((other) => other.lane === lane && other.start < end && (other.end ?? Infinity) > before.start)
}

function startOf({ now, before }: BatchPart): number {
  return Math.min(now?.start ?? Infinity, before?.start ?? Infinity)
}

function endOf({ now, before }: BatchPart): number {
  const ofStretch = (stretch: Stretch | null): number => (stretch === null ? -Infinity : (stretch.end ?? Infinity))
  return Math.max(ofStretch(now), ofStretch(before))
}
