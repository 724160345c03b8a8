import type { SupportSurroundingsQuery } from '#web/api/generated/graphql.ts'
import type { Failure } from '#web/base/failures.ts'
import type { ServerState } from '#web/base/serverState.ts'

/** What is known of the page and its machine. */
export type Surroundings = {
  /** The script of the application, whose name says which build it is. */
  readonly build: string
  readonly userAgent: string
  readonly language: string
  readonly timeZone: string
  readonly window: { readonly width: number; readonly height: number }
  readonly isOnline: boolean
  readonly server: ServerState
  readonly unsent: number
  /** What the server says of itself and of the failed jobs of the company; null where it was not asked, or did not answer. */
  readonly product: SupportSurroundingsQuery['supportDiagnostics'] | null
  /** What failed on this page, the newest first. */
  readonly failures: readonly Failure[]
  readonly workCenter: { readonly name: string; readonly deviceStatus: string } | null
}

/** Returns what goes with a question, as the person sees it before: lines of JSON without names of people. */
export function diagnosticsText({ window, workCenter, product, failures, ...around }: Surroundings): string {
  const told = {
    ...around,
    window: `${window.width} × ${window.height}`,
    ...(workCenter !== null && { workCenter }),
    ...(product !== null && {
      version: product.version,
      schema: product.schema,
      parts: Object.fromEntries(product.parts.map(({ name, status }) => [name, status.toLowerCase()])),
      failedJobs: product.failedJobs.map(({ id, kind, at, errorId }) => ({ id, kind, at, errorId })),
    }),
    failures,
  }
  return JSON.stringify(told, null, 2)
}
