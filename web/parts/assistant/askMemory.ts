/** As long as "and yesterday?" may follow (domain.md HP-2). */
const REMEMBERED_MS = 600_000

export type AskMemory<Context> = { readonly keep: (context: Context) => void; readonly kept: () => Context | null }

/** Returns what keeps the subject of the last question for ten minutes. */
export function askMemory<Context>(now: () => number = Date.now): AskMemory<Context> {
  let last: { readonly context: Context; readonly at: number } | null = null
  return {
    keep: (context) => (last = { context, at: now() }),
    kept: () => (last !== null && now() - last.at < REMEMBERED_MS ? last.context : null),
  }
}
