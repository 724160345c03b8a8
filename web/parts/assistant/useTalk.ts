import { useState } from 'react'
import type { AskAssistantQuery, AssistantContextInput } from '#web/api/generated/graphql.ts'
import { askMemory, type AskMemory } from './askMemory.ts'

/** A question with its answer, or why there is none. */
export type Exchange = { readonly question: string; readonly answer: AskAssistantQuery['ask'] | null; readonly problem: string | null }

/** Exchanges of a talk that are kept. */
const MOST_KEPT = 50

type Kept = { exchanges: readonly Exchange[]; readonly memory: AskMemory<AssistantContextInput> }

/** Of each person in each company, until the page is loaded anew: whoever follows a link of an answer finds the talk again. */
const talks = new Map<string, Kept>()

export type Talk = Kept & { readonly add: (exchange: Exchange) => void }

/** Returns the talk with the assistant as far as this tab had it, and what its last question was about. `of` = whose, and of which company. */
export function useTalk(of: string): Talk {
  const talk = talks.get(of) ?? { exchanges: [], memory: askMemory<AssistantContextInput>() }
  talks.set(of, talk)
  const [exchanges, setExchanges] = useState(talk.exchanges)
  return {
    exchanges,
    memory: talk.memory,
    add: (exchange) => {
      talk.exchanges = [...talk.exchanges, exchange].slice(-MOST_KEPT)
      setExchanges(talk.exchanges)
    },
  }
}
