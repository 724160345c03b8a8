import type { CombinedError } from 'urql'
import { problemsOf } from './problems.ts'
import { isTransient } from './sendPatiently.ts'

/** Returns whether a question failed on its way, so that the last answer to it still counts: no connection, or a server that cannot answer now. */
export function isOutage(error: CombinedError | undefined): boolean {
  return error?.response?.status !== 401 && isTransient(problemsOf(error))
}
