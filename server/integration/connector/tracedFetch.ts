import { type TracedRequest, answerOf, askedOf, withoutSecrets } from '#engine/integration/requestTrace.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { OutboundFailure } from '#server/outbound/guardedFetch.ts'

/** Headers that say nothing of who asks. */
const PLAIN: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-length',
  'content-type',
  'host',
  'user-agent',
])

/** Returns what of the request others must not read where the answer repeats it: all that signs it in, as it was sent, and what a form says. */
function sentSecrets({ headers = {}, body }: Parameters<GuardedFetch>[0]): readonly string[] {
  const signed = Object.entries(headers).flatMap(([name, value]) =>
    PLAIN.has(name.toLowerCase()) ? [] : [value, ...value.split(' ').slice(1)],
  )
  const isForm = Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'content-type' && value.includes('x-www-form-urlencoded'),
  )
  return [...signed, ...(isForm && typeof body === 'string' ? new URLSearchParams(body).values() : [])]
}

/** Returns the way to ask that tells each request, without its query, its body and the secrets. */
export function tracedFetch(outbound: GuardedFetch, secrets: readonly string[], told: (request: TracedRequest) => void): GuardedFetch {
  return async (request) => {
    const began = performance.now()
    const { method = 'GET', url, body } = request
    const all = [...secrets, ...sentSecrets(request)]
    const asked = withoutSecrets(askedOf(method, url, typeof body === 'string' ? body : null), all)
    const note = (answered: Pick<TracedRequest, 'answer' | 'problem' | 'status'>) => {
      told({ asked, ms: Math.round(performance.now() - began), ...answered })
    }
    try {
      const answer = await outbound(request)
      note({ status: answer.status, answer: answerOf(answer.status, answer.body.toString('utf8'), all), problem: null })
      return answer
    } catch (error) {
      note({ status: null, answer: null, problem: error instanceof OutboundFailure ? error.problem : null })
      throw error
    }
  }
}
