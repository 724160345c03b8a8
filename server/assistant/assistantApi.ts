import type { AbilitySubject } from '#engine/access/abilities.ts'

/** The API as the caller of a request may ask it, for what is answered within the request. */
export type AssistantApi = {
  readonly ask: <Data>(query: string, variables: Readonly<Record<string, unknown>>) => Promise<Data>
  readonly readable: ReadonlySet<AbilitySubject>
  /** UTC ms. */
  readonly now: number
}
