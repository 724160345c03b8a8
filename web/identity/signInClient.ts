import { readAnswer } from './signIn.view.ts'
import type { SignInAnswer } from './signIn.view.ts'

export type SignInFields = { readonly email: string; readonly password: string; readonly remember: boolean }

/** Returns the server's answer to the sign-in. Never throws; a failed connection is an answer too. */
export function sendSignIn(interaction: string, fields: SignInFields): Promise<SignInAnswer> {
  return post(`${interaction}/sign-in`, fields)
}

/** Returns the server's answer to the app's code or a recovery code. */
export function sendCode(interaction: string, code: string): Promise<SignInAnswer> {
  return post(`${interaction}/second-factor`, { code })
}

/** Returns the way back to the application for a person who does not sign in. */
export function leaveSignIn(interaction: string): Promise<SignInAnswer> {
  return post(`${interaction}/cancel`, {})
}

/** Returns the address that the application proposes, or that the interaction is over; null when nothing is known. */
export async function readDetails(interaction: string): Promise<{ readonly loginHint: string | null } | 'expired' | null> {
  try {
    const response = await fetch(`${interaction}/details`)
    if (response.status === 410) return 'expired'
    const body: unknown = await response.json()
    const hint: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'loginHint') : null
    return { loginHint: typeof hint === 'string' ? hint : null }
  } catch {
    return null // the form still works once the connection is back
  }
}

async function post(url: string, body: object): Promise<SignInAnswer> {
  let response: Response
  try {
    response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  } catch {
    return { kind: 'offline' }
  }
  const answer: unknown = await response.json().catch(() => null)
  return readAnswer(response.status, answer, Date.now())
}
