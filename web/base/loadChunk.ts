/** Spec 000 §9: a script or style of a page that has not come by then will not come. */
export const CHUNK_LIMIT_MS = 120_000

/** The files of a page that could not be had, at the second attempt too: out of reach, or replaced by those of a newer version. */
export class ChunkFailure extends Error {
  override readonly name = 'ChunkFailure'
}

/**
 * Returns the loaded module. One silent retry, given up after 120 s (spec 000 §7, §8); then throws a ChunkFailure. The router would reload the whole
 * application, even offline; this way the failure stays within the page.
 */
export async function loadChunk<Module>(load: () => Promise<Module>, limitMs = CHUNK_LIMIT_MS): Promise<Module> {
  try {
    return await inTime(load(), limitMs)
  } catch {
    try {
      return await inTime(load(), limitMs)
    } catch (cause) {
      throw new ChunkFailure('The files of a page could not be loaded', { cause })
    }
  }
}

async function inTime<Value>(loading: Promise<Value>, limitMs: number): Promise<Value> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`not loaded within ${limitMs / 1000} s`)), limitMs)
  try {
    return await Promise.race([loading, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
