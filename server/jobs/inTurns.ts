import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pieces } from '#engine/pieces.ts'

/** Returns the result of the work; between its pieces everything else of the process has its turn. */
export async function inTurns<Result>(pieces: Pieces<Result>): Promise<Result> {
  for (;;) {
    const step = pieces.next()
    if (step.done === true) return step.value
    await nextTurn()
  }
}
