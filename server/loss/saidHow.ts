import type { SaidVia } from '#engine/loss/rankReasons.ts'
import { checkNumber } from '#server/workCenter/checkField.ts'
import type { SaidHow } from './saidBy.ts'

type HowGiven = {
  readonly via?: SaidVia | null | undefined
  readonly tilePlace?: number | null | undefined
  readonly shownMs?: number | null | undefined
}

const TILE_PLACE = { min: 0, max: 999 }
const SHOWN_MS = { min: 0, max: 2_147_483_647 }

/** Returns how the person came to a reason, as the input says; refuses places and times out of their range. */
export function howOf({ via = null, tilePlace = null, shownMs = null }: HowGiven): SaidHow {
  checkNumber('tilePlace', tilePlace, TILE_PLACE)
  checkNumber('shownMs', shownMs, SHOWN_MS)
  return { via, tilePlace, shownMs, saidAt: null }
}
