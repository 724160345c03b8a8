import type { Problem } from '#engine/result.ts'

/** An expected refusal at the edge: a stable code, the field it concerns and the parameters of its text; clients hold the texts. */
export class Refusal extends Error {
  readonly code: string
  readonly field: string | undefined
  readonly params: Readonly<Record<string, boolean | number | string>>

  constructor(problem: Problem, options?: { readonly cause?: unknown }) {
    super(problem.code, options)
    this.name = 'Refusal'
    this.code = problem.code
    this.field = problem.field
    this.params = problem.params ?? {}
  }
}

/** A reason why the server cannot start or go on, in one sentence for the person who started it; printed without a stack. */
export class StartRefusal extends Error {
  constructor(sentence: string, options?: { readonly cause?: unknown }) {
    super(sentence, options)
    this.name = 'StartRefusal'
  }
}
