/** What one test file came to. */
export type FileReport = {
  readonly path: string
  /** The tests and their failures, as the spec reporter of Node prints them. */
  readonly text: string
  /** Of `text` only what failed, with its errors; empty when nothing did. */
  readonly failures: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly ms: number
}

/** What the run asks of a worker: to run a file, or to end. */
export type ToWorker = { readonly run: string } | 'end'

/** What a worker tells the run: it took a file, a test has begun, the file has ended. */
export type FromWorker = { readonly took: string } | { readonly began: string } | { readonly ended: FileReport }
