const turns = new Map<string, Promise<unknown>>()

/**
 * Returns the answer of the work, begun once all that was given before under the name is done. What confirms output of a work center waits for its figures:
 * many at once would keep each other waiting until none is done.
 */
export async function inTurn<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> {
  const before = turns.get(name) ?? Promise.resolve()
  const own = before.then(work)
  const ended = own.catch(() => undefined)
  turns.set(name, ended)
  try {
    return await own
  } finally {
    if (turns.get(name) === ended) turns.delete(name)
  }
}

/** Returns whether work of the name is underway, so that what comes now waits. */
export function isTaken(name: string): boolean {
  return turns.has(name)
}
