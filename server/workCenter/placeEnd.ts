import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'

/** Why work at a work center cannot go on as it was. */
export const PLACE_END_CAUSES = ['ARCHIVED', 'SHUT_DOWN', 'UNIT'] as const
export type PlaceEndCause = (typeof PLACE_END_CAUSES)[number]

/** What ends at a work center, from the instant (ms UTC) on; `by` null = a program. */
export type PlaceEnd = { readonly cause: PlaceEndCause; readonly at: number; readonly by: UserId | null }

/** Stops what is in progress at the work center within the transaction; returns what is to be recalculated (domain.md J-13). */
export type StopOrders = (tenant: Tenant, workCenterId: WorkCenterId, end: PlaceEnd) => Promise<readonly RecalculationMark[]>
