import type { Problem } from '#engine/result.ts'

/** An expected refusal at the edge: a stable code, the field it concerns and the parameters of its text; clients hold the texts. */
export class Refusal extends Error {
  readonly code: string
  readonly field: string | undefined
  readonly params: Readonly<Record<string, boolean | number | string>>
  /** What else is wrong, where all of it is told at once. */
  readonly others: readonly Problem[]

  constructor(problem: Problem, options?: { readonly cause?: unknown; readonly others?: readonly Problem[] }) {
    super(problem.code, options)
    this.name = 'Refusal'
    this.code = problem.code
    this.field = problem.field
    this.params = problem.params ?? {}
    this.others = options?.others ?? []
  }
}

/** Refuses with all the problems, if there are any: the first is the code of the answer, the others stand beside it. */
export function refuseAll(problems: readonly Problem[]): void {
  const [first, ...others] = problems
  if (first !== undefined) throw new Refusal(first, { others })
}

/** A reason why the server cannot start or go on, in one sentence for the person who started it; printed without a stack. */
export class StartRefusal extends Error {
  constructor(sentence: string, options?: { readonly cause?: unknown }) {
    super(sentence, options)
    this.name = 'StartRefusal'
  }
}
