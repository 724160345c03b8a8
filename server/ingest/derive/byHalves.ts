import { isStatementError } from '#server/db/outage.ts'

/**
 * Does the work for all of them at once. Where PostgreSQL refuses a statement of it, it is done for each half, and so on, until each one that is refused stands
 * alone and is told. Other errors are thrown.
 */
export async function byHalves<T>(
  all: readonly T[],
  work: (some: readonly T[]) => Promise<void>,
  refused: (one: T, error: unknown) => void,
): Promise<void> {
  if (all.length === 0) return
  try {
    await work(all)
  } catch (error) {
    if (!isStatementError(error)) throw error
    const [first] = all
    if (first !== undefined && all.length === 1) return refused(first, error)
    const half = Math.ceil(all.length / 2)
    await byHalves(all.slice(0, half), work, refused)
    await byHalves(all.slice(half), work, refused)
  }
}
