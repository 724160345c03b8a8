import type { Client } from 'urql'
import { createGraphqlClient } from '#web/api/graphql.ts'
import { currentLocale } from '#web/texts/language.ts'
import { noteAnswer } from './serverState.ts'
import type { Session } from '#web/base/session.ts'
import { heldTenant } from '#web/base/tenant.ts'

/**
 * Returns what makes the one data client of the application when it is first asked for, for it asks for a token at once. It speaks for the session, in
 * the language that is shown, to the company that is held.
 */
export function lazyClient(session: Session): () => Client {
  let client: Client | undefined
  return () => (client ??= createAppClient(session))
}

function createAppClient(session: Session): Client {
  return createGraphqlClient({
    url: '/api/graphql',
    accessToken: session.accessToken,
    signInAgain: session.signInAgain,
    language: currentLocale,
    tenantId: heldTenant,
    onAnswer: noteAnswer,
  })
}
