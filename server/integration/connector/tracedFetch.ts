import { type TracedRequest, answerOf, askedOf, withoutSecrets } from '#engine/integration/requestTrace.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { OutboundFailure } from '#server/outbound/guardedFetch.ts'

/** So many requests are told of; a check makes fewer. */
const MOST_TRACED = 50

/** Returns the way to ask that notes each request in the list, without its query, its body and the secrets. */
export function tracedFetch(outbound: GuardedFetch, secrets: readonly string[], traced: TracedRequest[]): GuardedFetch {
  return async (request) => {
    const began = performance.now()
    const { method = 'GET', url, body } = request
    const asked = withoutSecrets(askedOf(method, url, typeof body === 'string' ? body : null), secrets)
    const note = (answered: Pick<TracedRequest, 'answer' | 'problem' | 'status'>) => {
      if (traced.length < MOST_TRACED) traced.push({ asked, ms: Math.round(performance.now() - began), ...answered })
    }
    try {
      const answer = await outbound(request)
      note({ status: answer.status, answer: answerOf(answer.status, answer.body.toString('utf8'), secrets), problem: null })
      return answer
    } catch (error) {
      note({ status: null, answer: null, problem: error instanceof OutboundFailure ? error.problem : null })
      throw error
    }
  }
}
