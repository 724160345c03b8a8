import type { EventKind } from '#engine/event/domainEvent.ts'
import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { insertEvents } from '#server/event/domainEvent.store.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import type { StoredShift } from './shift.store.ts'

/** Writes what a person did with the shifts as events, and tells pages that they changed, within the transaction of the change. */
export async function noteShifts(
  tenant: Tenant,
  kind: Extract<EventKind, 'SHIFT_CONFIRMED' | 'SHIFT_REOPENED'>,
  shifts: readonly StoredShift[],
  by: { readonly userId: UserId; readonly at: Date },
): Promise<void> {
  await insertEvents(
    tenant,
    shifts.map(({ workCenterId, revision, shift: { start, shiftId, shiftDate } }) => ({
      kind,
      workCenterId,
      key: `shift/${start}`,
      change: 'HAPPENED' as const,
      at: by.at.getTime(),
      payload: { shiftId, shiftDate, revision },
      actor: by.userId,
    })),
  )
  await notifyRecordsChanged(
    tenant,
    shifts.map(({ workCenterId, shift: { start, end } }) => ({ workCenterId, kinds: ['shift'], from: start, to: end })),
  )
}
