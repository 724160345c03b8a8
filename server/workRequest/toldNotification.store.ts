import { sql } from 'kysely'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import type { Tenant } from '#server/db/database.ts'

type Told = { readonly type: NotificationType; readonly workCenterId: WorkCenterId | null }

/** Returns the type and the work center of a notification that the person was told; null where they were told no such one, or may not see the work center. */
export async function findToldPlace(
  tenant: Tenant,
  { userId, visibleIds }: { readonly userId: UserId; readonly visibleIds: readonly WorkCenterId[] | null },
  notificationId: string,
): Promise<Told | null> {
  const { rows } = await sql<Told>`select n.type, n.work_center_id as "workCenterId" from notification_receipt r
    join notification n on n.company_id = r.company_id and n.id = r.notification_id
    where r.company_id = ${tenant.companyId} and r.user_id = ${userId} and r.notification_id = ${notificationId}::uuid
      and (${visibleIds}::int[] is null or n.work_center_id = any(${visibleIds}::int[]))`.execute(tenant.tx)
  return rows[0] ?? null
}
