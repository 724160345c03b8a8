import type { ConfirmFormFragment } from '#web/api/generated/graphql.ts'
import type { KeptUnits } from './confirmAct.ts'
import type { ConfirmRules } from './confirm.view.ts'

/** Returns the form without what was confirmed here and is not sent yet: that was counted, and waits no longer. */
export function withoutKept(form: ConfirmFormFragment, kept: KeptUnits): ConfirmFormFragment {
  const accepted = form.acceptedOutput - kept.accepted
  const rejected = form.rejectedOutput - kept.rejected
  // What a person rejected beyond the count of the machine is of what it counted as accepted, and the other way round.
  const acceptedOutput = Math.max(0, accepted + Math.min(0, rejected))
  const rejectedOutput = Math.max(0, rejected + Math.min(0, accepted))
  return { ...form, acceptedOutput, rejectedOutput, totalOutput: acceptedOutput + rejectedOutput }
}

/** Returns the rules of the form. Without a connection nobody knows what was counted since: what is less than that is never called not made. */
export function rulesOf(form: ConfirmFormFragment, isAway: boolean): ConfirmRules {
  const { calculationType, isWhole, isReasonRequired, isShared, jobOrder } = form
  return {
    calculationType,
    isWhole,
    isReasonRequired,
    isShared,
    mayFollow: form.mayFollow || isAway,
    counted: { accepted: form.acceptedOutput, rejected: form.rejectedOutput },
    plan: jobOrder === null ? null : { planOutput: jobOrder.planOutput, acceptedOutput: jobOrder.acceptedOutput },
  }
}

/** A tile of a reject: the reason that a tap gives it; null = none. */
export type RejectTile = { readonly reasonId: number | null; readonly name: string | null; readonly color: string | null }

/** As many reasons have a tile; others are said in the sheet of a confirmation. */
const MOST_TILES = 6

/**
 * Returns the tiles on which one more piece is rejected: the reasons that were given most here, without those that need words, and none where no
 * reason is asked for. Null where a reject cannot be said alone: of what is confirmed once, of no pieces, and where nothing may be confirmed.
 */
export function rejectTiles(
  form: Pick<ConfirmFormFragment, 'isReasonRequired' | 'isWhole' | 'mayFollow' | 'problem' | 'qualityReasons'>,
): readonly RejectTile[] | null {
  if (!form.mayFollow || !form.isWhole || form.problem !== null) return null
  const reasons = form.qualityReasons.filter(({ requireExtraNotes }) => !requireExtraNotes).slice(0, MOST_TILES)
  const tiles = reasons.map(({ id, name, color }) => ({ reasonId: id, name, color }))
  if (!form.isReasonRequired) return [...tiles, { reasonId: null, name: null, color: null }]
  return tiles.length === 0 ? null : tiles
}

/** Returns the tile of a reason whose code was scanned, also where it has no place among the tiles; else that it needs words, or is not offered here. */
export function scannedTile(form: Pick<ConfirmFormFragment, 'qualityReasons'>, reasonId: number): RejectTile | 'NEEDS_WORDS' | 'UNKNOWN' {
  const reason = form.qualityReasons.find(({ id }) => id === reasonId)
  if (reason === undefined) return 'UNKNOWN'
  return reason.requireExtraNotes ? 'NEEDS_WORDS' : { reasonId, name: reason.name, color: reason.color }
}

/** Returns a tile for each piece that is rejected by a scan, the reason that needs words, and whether one is not offered here. */
export function scannedPieces(
  form: Pick<ConfirmFormFragment, 'qualityReasons'>,
  scans: readonly { readonly reasonId: number }[],
): { readonly tiles: readonly RejectTile[]; readonly wordsFor: number | null; readonly isUnknown: boolean } {
  const found = scans.map(({ reasonId }) => ({ reasonId, tile: scannedTile(form, reasonId) }))
  return {
    tiles: found.flatMap(({ tile }) => (typeof tile === 'string' ? [] : [tile])),
    wordsFor: found.findLast(({ tile }) => tile === 'NEEDS_WORDS')?.reasonId ?? null,
    isUnknown: found.some(({ tile }) => tile === 'UNKNOWN'),
  }
}
