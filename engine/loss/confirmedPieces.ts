type Range = { readonly start: number; readonly end: number }

/** A stretch that somebody spoke of; `end` null = as long as its stop lasts. */
type Said = { readonly start: number; readonly end: number | null; readonly startsWithStop: boolean; readonly endsWithStop: boolean }

export type ConfirmedPiece = Said & { readonly isConfirmed: boolean }

/** Returns what was said, cut where confirmed time begins and ends: what a confirmed shift says stays (domain.md S-28). `confirmed` ascends without overlap. */
export function confirmedPieces(said: Said, confirmed: readonly Range[]): readonly ConfirmedPiece[] {
  const end = said.end ?? Infinity
  const pieces: { readonly start: number; readonly end: number; readonly isConfirmed: boolean }[] = []
  let at = said.start
  for (const range of confirmed) {
    const [from, to] = [Math.max(range.start, at), Math.min(range.end, end)]
    if (from >= to) continue
    if (from > at) pieces.push({ start: at, end: from, isConfirmed: false })
    pieces.push({ start: from, end: to, isConfirmed: true })
    at = to
  }
  if (at < end) pieces.push({ start: at, end, isConfirmed: false })
  return pieces.map((piece, index) => ({
    start: piece.start,
    end: piece.end === Infinity ? null : piece.end,
    startsWithStop: index === 0 && said.startsWithStop,
    endsWithStop: index === pieces.length - 1 && said.endsWithStop,
    isConfirmed: piece.isConfirmed,
  }))
}
