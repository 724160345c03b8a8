import { type Exchange, makeOperation, mapExchange } from 'urql'

/**
 * Returns the exchange that asks a question again whose answer is in another language than the screen: it was on its way while somebody changed the
 * language, and nothing else tells its words from those of now. It stands last before the network, where the language of the request is written.
 */
export function inLanguage(language: () => string): Exchange {
  return (input) =>
    mapExchange({
      onOperation: (operation) =>
        operation.kind === 'query' ? makeOperation('query', operation, { ...operation.context, language: language() }) : undefined,
      onResult: ({ operation }) => {
        if (operation.kind !== 'query' || operation.context['language'] === language()) return
        // The client leaves it out when nobody waits for it any more.
        input.client.reexecuteOperation(input.client.createRequestOperation('query', operation, { requestPolicy: 'network-only' }))
      },
    })(input)
}
