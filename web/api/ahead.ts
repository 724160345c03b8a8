import { useState } from 'react'
import type { Client, RequestPolicy, TypedDocumentNode } from 'urql'

/** Questions asked ahead whose answers are unused. */
const asked = new Set<object>()

/** Asks a question without variables before the component that needs its answer is there; a failure is for that component, which asks again. */
export function askAhead<Data>(client: Client, question: TypedDocumentNode<Data, Record<string, never>>): void {
  asked.add(question)
  void client.query(question, {}).toPromise()
}

/** Returns the request policy of a component's first question: the first component uses the answer asked ahead, later ones ask again. */
export function useAskedAhead(question: object): RequestPolicy {
  const [policy] = useState((): RequestPolicy => (asked.delete(question) ? 'cache-first' : 'cache-and-network'))
  return policy
}
