import type { LossSource } from '#engine/facts.ts'
import { lostKindOf, type LostKind } from '#engine/oee/worthOfMinute.ts'

type ReasonOfWorth = { readonly id: number } & NonNullable<Parameters<typeof lostKindOf>[1]>

/**
 * Returns what one minute less in each shift of the losses with a reason is worth at the one work center of the answer (domain.md S-90); null where it
 * cannot be said: of planned stops, of several reasons together, and of reasons of losses of every kind. `key` is that of a cell of reasons.
 */
export function worthOfReason<Worth extends { readonly kind: LostKind }>(
  key: string,
  kind: LossSource | 'ALL',
  reasons: readonly ReasonOfWorth[],
  worths: readonly Worth[],
): Worth | null {
  const lost = lostKindOfKey(key, kind, reasons)
  return lost === null ? null : (worths.find((one) => one.kind === lost) ?? null)
}

function lostKindOfKey(key: string, kind: LossSource | 'ALL', reasons: readonly ReasonOfWorth[]): LostKind | null {
  if (key === 'SPEED' || key === 'OUTPUT') return lostKindOf(key, null)
  if (key === 'UNCLASSIFIED') return lostKindOf('STATUS', null)
  const reason = reasons.find(({ id }) => String(id) === key)
  return reason === undefined || kind === 'ALL' ? null : lostKindOf(kind, reason)
}
