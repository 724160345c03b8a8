import type { Client } from 'urql'
import { createGraphqlClient } from '#web/api/graphql.ts'
import { currentLocale } from '#web/texts/language.ts'
import { noteAnswer } from './serverState.ts'
import type { Session } from '#web/base/session.ts'
import { heldTenant } from '#web/base/tenant.ts'

/**
 * Returns a function that makes the application's data client when first called, since it asks for a token at once. It uses the session, the shown
 * language and the held company.
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
