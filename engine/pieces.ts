/** Work that can be put down between two pieces: each `yield` is a place where something else may have its turn. */
export type Pieces<Result> = Generator<undefined, Result, undefined>

/** So many items of a long list are one piece: some milliseconds. */
export const PIECE = 2_000

/** Returns the result of the work, done in one go. */
export function atOnce<Result>(pieces: Pieces<Result>): Result {
  for (;;) {
    const step = pieces.next()
    if (step.done === true) return step.value
  }
}
