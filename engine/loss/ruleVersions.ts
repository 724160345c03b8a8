import { confirmedPieces } from './confirmedPieces.ts'

/** Shifts of a work center that follow each other, all confirmed or none. */
export type ShiftRun = { readonly start: number; readonly end: number; readonly isConfirmed: boolean }

/** A stretch of a rule's version; what lies in confirmed time stays as it is. `end` null = for ever. */
export type VersionPiece = { readonly start: number; readonly end: number | null; readonly isConfirmed: boolean }

/**
 * Returns the version of a rule cut where confirmed shifts begin and end: those rest on it as it is (domain.md S-23). `runs` ascend; time between two
 * shifts goes with the earlier one, time before the first with the first.
 */
export function versionPieces(
  version: { readonly start: number; readonly end: number | null },
  runs: readonly ShiftRun[],
): readonly VersionPiece[] {
  const confirmed = runs.flatMap((run, at) => {
    if (!run.isConfirmed) return []
    return [{ start: at === 0 ? -Infinity : run.start, end: runs[at + 1]?.start ?? run.end }]
  })
  const pieces = confirmedPieces({ ...version, startsWithStop: false, endsWithStop: false }, confirmed)
  return pieces.map(({ start, end, isConfirmed }) => ({ start, end, isConfirmed }))
}
