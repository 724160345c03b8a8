import type { UserId } from '#engine/ids.ts'
import type { SaidVia } from '#engine/loss/rankReasons.ts'

/** How a person came to a reason; null = not known. */
export type SaidHow = {
  readonly via: SaidVia | null
  /** The place of the tile that was pressed, from 0. */
  readonly tilePlace: number | null
  /** How long the tiles were shown before one was pressed. */
  readonly shownMs: number | null
  /** When it was said (UTC ms), where a device sent it later; null = as it arrived. */
  readonly saidAt: number | null
}

/** Who says something of a loss, and how. */
export type SaidBy = SaidHow & {
  readonly userId: UserId
  /** The account of the station where the person works. */
  readonly viaStation: UserId | null
}

/** What is known of a change that tells nothing of its way. */
export const HOW_UNKNOWN: SaidHow = { via: null, tilePlace: null, shownMs: null, saidAt: null }
