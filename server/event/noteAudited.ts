import type { AuditAction } from '#engine/access/auditActions.ts'
import { auditKinds } from '#engine/event/auditKinds.ts'
import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { insertEvents } from './domainEvent.store.ts'
import { notifyRecordsChanged } from './notifyRecords.ts'

type Audited = {
  readonly userId: UserId | null
  readonly at: Date
  readonly action: AuditAction
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Writes, in the transaction of an audited change, the event of changed settings, and tells pages which records it changes. */
export async function noteAudited(tenant: Tenant, { userId, at, action, subject, details }: Audited): Promise<void> {
  const kinds = auditKinds(action)
  const workCenterId = typeof details['workCenterId'] === 'number' ? asId<WorkCenterId>(details['workCenterId']) : null
  if (kinds.includes('settings') || kinds.includes('company')) {
    const key = `settings/${action}`
    const payload = { action, subject: subject.toWellFormed().replaceAll('\0', '\uFFFD') }
    await insertEvents(tenant, [
      { kind: 'SETTINGS_CHANGED', workCenterId, key, change: 'HAPPENED', at: at.getTime(), payload, actor: userId },
    ])
  }
  await notifyRecordsChanged(tenant, [{ workCenterId, kinds, from: 0, to: null }])
}
