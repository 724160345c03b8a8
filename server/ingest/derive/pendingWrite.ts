import type { Advance, Checkpoint } from '#engine/advance.ts'
import type { Facts } from '#engine/facts.ts'
import { NO_FACTS, replaceTail } from './tail.ts'

/** What of a work center is derived and not yet written. */
export type Pending = {
  readonly facts: Facts
  readonly checkpoints: readonly Checkpoint[]
  /** Stored checkpoints after this instant are replaced; null = none are. */
  readonly checkpointsFrom: number | null
  /** Instants of samples that came after their shift may have been confirmed: they are counted there if it was (domain.md S-46). */
  readonly aged: readonly number[]
  /** Marks that are worked off with it. */
  readonly marks: readonly number[]
}

const MAX_AGED = 20_000

/** Gathers what a work center's next transaction writes. */
export class PendingWrite {
  #facts: Facts = NO_FACTS
  #checkpoints: Checkpoint[] = []
  #checkpointsFrom: number | null = null
  #aged: number[] = []
  #marks: number[] = []

  /** From where on stored rows are about to be replaced; null = none are. */
  get changedFrom(): number | null {
    return this.#facts.changedFrom
  }

  /** Whether something waits that is written together with the state only: what is written twice after a crash would count twice, or stand beside what it replaces. */
  get needsState(): boolean {
    return this.#checkpointsFrom !== null || this.#aged.length > 0 || this.#marks.length > 0
  }

  /** Adds what an advance gave. */
  add({ facts, checkpoints }: Pick<Advance, 'facts' | 'checkpoints'>): void {
    this.#facts = replaceTail(this.#facts, facts)
    for (const checkpoint of checkpoints) this.#checkpoints.push(checkpoint)
  }

  /** Puts the facts of a fold that began at the instant in the place of all that was derived since. */
  rewind(from: number, facts: Facts, checkpoints: readonly Checkpoint[]): void {
    this.#facts = replaceTail(this.#facts, facts)
    this.#checkpoints = [...this.#checkpoints.filter((one) => one.start <= from), ...checkpoints]
    this.#checkpointsFrom = Math.min(this.#checkpointsFrom ?? Infinity, Math.max(0, from))
  }

  /** Remembers a sample that came after its shift may have been confirmed. */
  addAged(at: number): void {
    if (this.#aged.length < MAX_AGED) this.#aged.push(at)
  }

  /** Remembers marks that are worked off once this is written. */
  addMarks(marks: readonly number[]): void {
    this.#marks.push(...marks)
  }

  /** Returns the newest checkpoint at or before the instant that is not yet stored, and from where on stored ones no longer count. */
  checkpointAt(at: number): { readonly checkpoint: Checkpoint | undefined; readonly replacedFrom: number | null } {
    return { checkpoint: this.#checkpoints.findLast((one) => one.start <= at), replacedFrom: this.#checkpointsFrom }
  }

  /** Returns the pending work of the past that was written beside it, and marks it as written. */
  takeFinished(): Pick<Pending, 'aged' | 'marks'> {
    const finished = { aged: this.#aged, marks: this.#marks }
    this.#aged = []
    this.#marks = []
    return finished
  }

  /** Puts back what was taken as finished and could not be written. */
  putBackFinished({ aged, marks }: Pick<Pending, 'aged' | 'marks'>): void {
    this.#aged = [...aged, ...this.#aged]
    this.#marks = [...marks, ...this.#marks]
  }

  /** Returns the facts and counts them as written; the rest goes on waiting for the state. */
  takeFacts(): Pending {
    const facts = this.#facts
    this.#facts = NO_FACTS
    return { facts, checkpoints: [], checkpointsFrom: null, aged: [], marks: [] }
  }

  /** Puts what was taken back in front of what came since. */
  putBack({ facts, checkpoints, checkpointsFrom, aged, marks }: Pending): void {
    const replacedFrom = this.#checkpointsFrom
    this.#facts = replaceTail(facts, this.#facts)
    this.#checkpoints = [...checkpoints.filter(({ start }) => start <= (replacedFrom ?? Infinity)), ...this.#checkpoints]
    if (checkpointsFrom !== null) this.#checkpointsFrom = Math.min(checkpointsFrom, replacedFrom ?? Infinity)
    this.putBackFinished({ aged, marks })
  }

  /** Returns all of it and counts it as written. */
  take(): Pending {
    const { facts, checkpoints, checkpointsFrom } = {
      facts: this.#facts,
      checkpoints: this.#checkpoints,
      checkpointsFrom: this.#checkpointsFrom,
    }
    this.#facts = NO_FACTS
    this.#checkpoints = []
    this.#checkpointsFrom = null
    return { facts, checkpoints, checkpointsFrom, ...this.takeFinished() }
  }
}
