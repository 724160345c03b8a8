type Work = () => Promise<void>

/** Returns a queue that does what it is given one after the other; one that fails is told to who gave it, and the next goes on. */
export function oneByOne(): (work: Work) => Promise<void> {
  let underway: Promise<unknown> = Promise.resolve()
  return async (work) => {
    const done = underway.then(work)
    underway = done.catch(() => undefined)
    await done
  }
}
