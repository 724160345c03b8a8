import type { OeeDetailsOfShiftQuery, OeeFactor } from '#web/api/generated/graphql.ts'

export type Details = NonNullable<OeeDetailsOfShiftQuery['oeeDetails']>
export type Term = Details['terms'][number]

export type Behind = {
  readonly key: string
  readonly start: number
  readonly end: number | null
  readonly name: string | null
  readonly kind: string | null
}

export type Explained = {
  readonly formula: Details['formulas'][number] | null
  readonly numerator: Term | null
  readonly denominator: Term | null
  /** The terms that the two are made of, down to those that are made of nothing, each once. */
  readonly parts: readonly Term[]
}

/** Returns what explains one factor: its formula, the two terms, and every term below them, each followed by what it is made of. */
export function explain(details: Details, factor: OeeFactor): Explained {
  const terms = new Map(details.terms.map((term) => [term.key, term]))
  const formula = details.formulas.find((candidate) => candidate.factor === factor) ?? null
  const numerator = (formula && terms.get(formula.numerator)) ?? null
  const denominator = (formula && terms.get(formula.denominator)) ?? null
  const parts: Term[] = []
  const waiting = [...(numerator ? [numerator] : []), ...(denominator ? [denominator] : [])]
  for (let term = waiting.shift(); term; term = waiting.shift()) {
    if (parts.includes(term)) continue
    parts.push(term)
    waiting.unshift(...term.parts.flatMap((part) => terms.get(part.key) ?? []))
  }
  return { formula, numerator, denominator, parts }
}

/** Returns the intervals behind a term, newest first: its losses, else its statuses. */
export function behindOf(term: Term): readonly Behind[] {
  const losses = term.losses.map((loss) => ({
    key: `loss ${loss.id}`,
    start: Date.parse(loss.timeStart),
    end: loss.timeEnd == null ? null : Date.parse(loss.timeEnd),
    name: loss.reason?.name ?? loss.statusRule?.name ?? null,
    kind: loss.kind,
  }))
  const statuses = term.statuses.map((status) => ({
    key: `status ${status.timeStart}`,
    start: Date.parse(status.timeStart),
    end: status.timeEnd == null ? null : Date.parse(status.timeEnd),
    name: status.statusRule?.name ?? null,
    kind: status.kind,
  }))
  return (losses.length > 0 ? losses : statuses).toSorted((left, right) => right.start - left.start)
}
