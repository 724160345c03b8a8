/** Messages of one kind between the parts of one process. */
export type Topic<T> = {
  publish(message: T): void
  /** Returns what ends the subscription. */
  subscribe(hear: (message: T) => void): () => void
}

/** Returns a topic without subscribers; each message reaches those who are subscribed when it is published. */
export function createTopic<T>(): Topic<T> {
  const listeners = new Set<(message: T) => void>()
  return {
    publish: (message) => {
      for (const hear of listeners) hear(message)
    },
    subscribe: (hear) => {
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
  }
}
