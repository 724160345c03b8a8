import type { Client } from 'urql'
import { createGraphqlClient } from '#web/api/graphql.ts'
import { currentLocale } from '#web/texts/language.ts'
import { createAnswerStore } from '#web/api/answerStore.ts'
import type { Session } from '#web/base/session.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { noteFailure } from '#web/base/failures.ts'
import { noteAnswer, onServerState, serverState } from '#web/base/serverState.ts'

const DOUBT_PAUSE_MS = 15_000

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
    // A token is of one company: what is asked while another is being switched to is still of this one.
    tenantId: () => session.tenantId,
    actingUserId,
    onAnswer: noteAnswer,
    onFailure: noteFailure,
    whenBack: (askAgain) => {
      let askedAt = -Infinity
      let before = serverState()
      onServerState(() => {
        const [was, is] = [before, serverState()]
        before = is
        // One question that fails by itself raises a doubt again and again.
        const isDue = was !== 'doubted' || performance.now() - askedAt > DOUBT_PAUSE_MS
        if (is !== 'answers' || !isDue) return
        askedAt = performance.now()
        askAgain()
      })
    },
    // Without keys there is no sign-in either, and nothing to keep.
    ...('caches' in globalThis && { store: createAnswerStore() }),
  })
}
