import type { PartitionLease, PositionMove } from './partitionLease.ts'

/** Knows, for each partition, up to which log position every work center is written. */
export class PositionTracker {
  readonly #owned: ReadonlyMap<number, PartitionLease>
  readonly #reached = new Map<number, number>()
  /** Of each partition: work centers that took something not yet written, and the position it began at. */
  readonly #held = new Map<number, Map<string, number>>()

  /** Of each partition: the positions of deliveries whose samples are not in the buffer yet. */
  readonly #coming = new Map<number, Map<object, number>>()

  constructor(owned: readonly PartitionLease[]) {
    this.#owned = new Map(owned.map((one) => [one.partition, one]))
  }

  /** The work center has taken something at the position that is not yet written. */
  hold(partition: number, key: string, position: number): void {
    let held = this.#held.get(partition)
    if (held === undefined) this.#held.set(partition, (held = new Map<string, number>()))
    if (!held.has(key)) held.set(key, position)
  }

  /** Returns the position that the work center holds in the partition, null for none. */
  heldAt(partition: number, key: string): number | null {
    return this.#held.get(partition)?.get(key) ?? null
  }

  /** What the work center had taken since the position could not be written. */
  holdAgain(partition: number, key: string, position: number): void {
    this.hold(partition, key, position)
    const held = this.#held.get(partition)
    held?.set(key, Math.min(held.get(key) ?? position, position))
  }

  /** All that the work center took is about to be written. */
  release(key: string): void {
    for (const held of this.#held.values()) held.delete(key)
  }

  /** The delivery's samples come into the buffer later. */
  expect(partition: number, delivery: object, position: number): void {
    let coming = this.#coming.get(partition)
    if (coming === undefined) this.#coming.set(partition, (coming = new Map<object, number>()))
    coming.set(delivery, position)
  }

  /** The delivery's samples are in the buffer. */
  came(partition: number, delivery: object): void {
    this.#coming.get(partition)?.delete(delivery)
  }

  /** All work centers of the partition have processed their samples up to the position. */
  reached(partition: number, position: number): void {
    this.#reached.set(partition, position)
  }

  /** Returns the newest position up to which all samples of the partition are in the buffer. */
  newest(partition: number): number {
    let newest = this.#reached.get(partition) ?? 0
    for (const position of this.#coming.get(partition)?.values() ?? []) newest = Math.min(newest, position - 1)
    return newest
  }

  /** Returns the position up to which every flush is both in the derived state and in the chunks of all its partitions. */
  done(): number {
    let done = Math.max(0, ...this.#reached.values())
    for (const [partition, newest] of this.#reached) {
      const owned = this.#owned.get(partition)
      const of = Math.min(owned?.derivedPosition ?? 0, owned?.storedPosition ?? 0)
      if (of < newest) done = Math.min(done, of)
    }
    return done
  }

  /** Returns how the derived positions move once all released work centers are written. */
  moves(): PositionMove[] {
    const moves: PositionMove[] = []
    for (const [partition, reached] of this.#reached) {
      const owned = this.#owned.get(partition)
      let derived = reached
      for (const first of this.#held.get(partition)?.values() ?? []) derived = Math.min(derived, first - 1)
      if (owned !== undefined && derived > owned.derivedPosition) moves.push({ owned, derived, stored: null })
    }
    return moves
  }

  /** The transaction with the moves is committed. */
  moved(moves: readonly PositionMove[]): void {
    for (const { owned, derived, stored } of moves) {
      if (derived !== null) owned.derivedPosition = derived
      if (stored !== null) owned.storedPosition = stored
    }
  }
}
