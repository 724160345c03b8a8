import { useState } from 'react'
import type { Client, RequestPolicy, TypedDocumentNode } from 'urql'

/** Questions whose answers nobody has taken yet. */
const asked = new Set<object>()

/** Asks a question without variables before the component that needs its answer is there; a failure is for that component, which asks again. */
export function askAhead<Data>(client: Client, question: TypedDocumentNode<Data, Record<string, never>>): void {
  asked.add(question)
  void client.query(question, {}).toPromise()
}

/** Returns how a component asks a question when it appears: the first one takes the answer to what was asked ahead, all later ones ask anew. */
export function useAskedAhead(question: object): RequestPolicy {
  const [policy] = useState((): RequestPolicy => (asked.delete(question) ? 'cache-first' : 'cache-and-network'))
  return policy
}
