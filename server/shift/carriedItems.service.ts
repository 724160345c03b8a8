import { timesCarried } from '#engine/shift/handover.ts'
import type { Tenant } from '#server/db/database.ts'
import { listShiftEnds } from './handover.store.ts'
import type { ShiftNote } from './handover.store.ts'

/** Returns how often each open item moved on to a later shift by then, by the shifts of its first work center; a note without a shift that it is due by moved never. */
export async function countCarried(
  tenant: Tenant,
  notes: readonly Pick<ShiftNote, 'closedOn' | 'due' | 'workCenterIds'>[],
  now: number,
): Promise<number[]> {
  const asked = notes.flatMap(({ workCenterIds: [home], due }) =>
    home === undefined || due === null ? [] : [{ workCenterId: home, from: due.end }],
  )
  const earliest = [...Map.groupBy(asked, ({ workCenterId }) => workCenterId)].map(([workCenterId, own]) => ({
    workCenterId,
    from: Math.min(...own.map(({ from }) => from)),
  }))
  const ends = Map.groupBy(await listShiftEnds(tenant, earliest), ({ workCenterId }) => workCenterId)
  return notes.map(({ workCenterIds: [home], due, closedOn }) =>
    home === undefined || due === null
      ? 0
      : timesCarried(
          due.end,
          closedOn?.getTime() ?? null,
          (ends.get(home) ?? []).map(({ end }) => end),
          now,
        ),
  )
}
