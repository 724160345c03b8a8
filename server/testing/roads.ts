import { post, sampleAt } from './publisher.ts'
import type { TestMachine } from './testMachines.ts'

/** What waits longer waits for the database; the server promises two seconds, which a busy machine stretches. */
const PATIENCE_MS = 30_000

export type RoadsOptions = {
  readonly url: string
  readonly machine: TestMachine
  /** An access token of an administrator of the company. */
  readonly token: string
  readonly companyId: string
}

/** Returns one request for each way on which people and devices reach the database of a server, by name. */
export function roadsOf({ url, machine, token, companyId }: RoadsOptions): Readonly<Record<string, () => Promise<Response>>> {
  const patience = () => AbortSignal.timeout(PATIENCE_MS)
  const graphql = (query: string) =>
    fetch(`${url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
      signal: patience(),
    })
  const authorize = `${url}/identity/company/${companyId}/auth?${authorizeQuery(url).toString()}`
  return {
    'a question of the API': () => graphql('{ workCenters { id name } }'),
    'a change of the API': () => graphql(`mutation { createTeam(name: "Team ${Math.random()}", color: "#22aa55") { id } }`),
    'the sign-in': () => fetch(authorize, { redirect: 'manual', signal: patience() }),
    'a public page': () => fetch(`${url}/api/public/${'x'.repeat(43)}`, { signal: patience() }),
    'telemetry over HTTP': () => post(machine, url, [sampleAt(0)], patience()),
  }
}

/** Returns the query with which a browser of the screens asks for a sign-in. */
function authorizeQuery(url: string): URLSearchParams {
  return new URLSearchParams({
    client_id: 'trueline-web',
    response_type: 'code',
    redirect_uri: `${url}/signin-oidc`,
    scope: 'openid',
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  })
}
