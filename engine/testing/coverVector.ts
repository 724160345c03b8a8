import { COVER_ENERGY } from './coverEnergy.ts'
import { COVER_LOSSES } from './coverLosses.ts'
import { COVER_OEE } from './coverOee.ts'
import { COVER_OUTPUT } from './coverOutput.ts'
import { COVER_SEMANTICS } from './coverSemantics.ts'
import type { Vector } from './vectorInput.ts'

/** Returns whether the engine has the rule that this kind of worked example shows. */
export function isCovered(kind: string): boolean {
  return kind in COVER_ENERGY || kind in COVER_LOSSES || kind in COVER_OEE || kind in COVER_OUTPUT || kind in COVER_SEMANTICS
}

/** Runs a worked example through the engine and refuses a figure that differs; also refuses a kind that is not covered. */
export function coverVector(vector: Vector): void {
  const cover =
    COVER_ENERGY[vector.kind] ??
    COVER_LOSSES[vector.kind] ??
    COVER_OEE[vector.kind] ??
    COVER_OUTPUT[vector.kind] ??
    COVER_SEMANTICS[vector.kind]
  if (!cover) throw new Error(`no rule for vectors of kind ${vector.kind}`)
  cover(vector)
}
