import { statfs } from 'node:fs/promises'
import { isDiskFull } from '#server/db/outage.ts'

/** What health says of a full disk. */
export const NO_ROOM =
  'There is no room on the disk of the database: what people change is refused and devices keep their samples until there is room.'

/** One file of PostgreSQL's write-ahead log; with less nothing can be relied on to be stored. */
const LEAST_BYTES = 16 * 1024 * 1024
const NO_SPACE_TEXT = /No space left on device|ENOSPC/

/** A full disk is told for so long after it was last seen: who asks for the state rarely writes. */
const TOLD_MS = 60_000

/** Remembers for a minute that a disk was full. */
export class FullDisk {
  #seenAt = -Infinity

  seen(): void {
    this.#seenAt = performance.now()
  }

  get isRecent(): boolean {
    return performance.now() - this.#seenAt < TOLD_MS
  }
}

/** Returns whether the disk under the directory has room for PostgreSQL to write to; true where the system does not tell. */
export async function hasRoomToWrite(directory: string): Promise<boolean> {
  const disk = await statfs(directory).catch(() => null)
  return disk === null || disk.bavail * disk.bsize >= LEAST_BYTES
}

/** Returns whether the error, one of its causes or the line of a program says that a disk is full. */
export function saysNoRoom(error: unknown): boolean {
  if (typeof error === 'string') return NO_SPACE_TEXT.test(error)
  if (!(error instanceof Error)) return false
  return isDiskFull(error) || NO_SPACE_TEXT.test(error.message) || saysNoRoom(error.cause)
}
