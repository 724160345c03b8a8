import type { CombinedError } from 'urql'
import { problemsOf } from '#web/api/problems.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import type { EntryRefusal } from './outboxEntry.ts'

/** The person must sign in before anything is taken. */
const SIGN_IN: readonly string[] = ['UNAUTHENTICATED']

/** Returns why a call gave no answer: it is to be sent again, somebody must sign in first, or it was refused. */
export function failedCall(error: CombinedError | undefined): 'AWAY' | 'SIGN_IN' | EntryRefusal {
  const problems = problemsOf(error)
  if (error?.response?.status === 401 || problems.some(({ code }) => SIGN_IN.includes(code))) return 'SIGN_IN'
  const [problem] = problems
  if (problem === undefined || isTransient(problems) || problem.code === 'UNKNOWN') return 'AWAY'
  return { code: problem.code, field: problem.field, params: problem.params, detail: null }
}
