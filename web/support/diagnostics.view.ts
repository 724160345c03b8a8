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
  readonly workCenter: { readonly name: string; readonly deviceStatus: string } | null
}

/** Returns what goes with a question, as the person sees it before: lines of JSON without names of people. */
export function diagnosticsText({ window, workCenter, ...around }: Surroundings): string {
  const told = { ...around, window: `${window.width} × ${window.height}`, ...(workCenter !== null && { workCenter }) }
  return JSON.stringify(told, null, 2)
}
