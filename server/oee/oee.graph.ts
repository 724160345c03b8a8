import { builder } from '#server/graphql/builder.ts'
import { tenantLoader } from '#server/graphql/loader.ts'
import { keyOfShift } from '#server/shift/shift.graph.ts'
import { listShiftsStarting } from '#server/shift/shift.store.ts'
import type { ShiftKey } from '#server/shift/shiftCounts.store.ts'
import type { OeeStat } from './oeeStatistics.service.ts'
import { targetsOfShifts } from './shiftTarget.service.ts'

export const OeeStatsRef = builder.objectRef<OeeStat>('OeeStats')

/** The output that a shift should make; null for a shift without a record. */
export const shiftTargetsOf = tenantLoader(async (tenant, shifts: readonly ShiftKey[]) => {
  const targets = await targetsOfShifts(tenant, await listShiftsStarting(tenant, shifts))
  return shifts.map(({ workCenterId, start }) => targets.get(workCenterId)?.get(start) ?? null)
}, keyOfShift)
