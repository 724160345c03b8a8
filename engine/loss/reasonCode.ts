import type { LossReasonId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'

/** The keys of a scanner are told from those of a person from six on, and no code of it presses a numbered tile before that. */
const PREFIX = 'REASON-'
/** The largest id that the database has. */
const MOST = 2_147_483_647

/** Returns the code of a loss reason on a printed sheet; it stays the same whatever the reason is called (domain.md M-11). */
export function reasonCode(id: number): string {
  return `${PREFIX}${id}`
}

/** Returns the reason that a scanned code names, without regard to case; null = it is no code of a reason. */
export function reasonOfCode(text: string): LossReasonId | null {
  const digits = /^reason-([1-9]\d{0,9})$/i.exec(text.trim())?.[1]
  return digits === undefined || Number(digits) > MOST ? null : asId<LossReasonId>(Number(digits))
}
