import type { OutboxEntry } from './outboxEntry.ts'

/** What a card of the list gets: its entry, and what a person may decide about it. */
export type CardProps = {
  readonly entry: OutboxEntry
  readonly onDrop: () => void
  /** Sends it again with another body. */
  readonly onAgain: (body: unknown) => void
}
