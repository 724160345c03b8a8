import assert from 'node:assert/strict'

/** A server that does not answer is told of, not waited for. */
const ANSWER_LIMIT_MS = 120_000

export type Api = <Data>(query: string, variables?: Readonly<Record<string, unknown>>) => Promise<Data>

/** Returns the caller of the product's GraphQL endpoint for one person and one company; errors of the answer fail the test. */
export function openApi(url: string, token: string, companyId: string): Api {
  return async <Data>(query: string, variables: Readonly<Record<string, unknown>> = {}) => {
    const response = await fetch(`${url}/api/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'x-schema-code': companyId,
        'accept-language': 'en',
      },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    const answer = (await response.json()) as { data?: Data; errors?: readonly object[] }
    assert.equal(answer.errors, undefined, JSON.stringify(answer.errors))
    assert.ok(answer.data, `HTTP ${response.status}`)
    return answer.data
  }
}
