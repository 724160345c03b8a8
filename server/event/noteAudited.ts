import type { AuditAction } from '#engine/access/auditActions.ts'
import { auditKinds } from '#engine/event/auditKinds.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { notifyRecordsChanged } from './notifyRecords.ts'

/** Tells pages, in the transaction of an audited change, which records it changes. */
export async function noteAudited(
  tenant: Tenant,
  { action, details }: { readonly action: AuditAction; readonly details: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { workCenterId } = details
  const id = typeof workCenterId === 'number' ? asId<WorkCenterId>(workCenterId) : null
  await notifyRecordsChanged(tenant, [{ workCenterId: id, kinds: auditKinds(action), from: 0, to: null }])
}
