import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** Something that a person did and that others may ask about later. */
export type AuditEntry = {
  readonly userId: UserId
  readonly at: Date
  /** Of this product's words: `REOPEN_SHIFT`, … */
  readonly action: string
  /** What it was done to, such as `shift 17`. */
  readonly subject: string
  readonly details: Readonly<Record<string, string | number | null>>
}

/** Writes the entry into the company's log, within the transaction of what was done. */
export async function writeAudit(tenant: Tenant, entry: AuditEntry): Promise<void> {
  await tenant.tx
    .insertInto('audit_log')
    .values({
      company_id: tenant.companyId,
      user_id: entry.userId,
      at: entry.at,
      action: entry.action,
      subject: entry.subject,
      details: JSON.stringify(entry.details),
    })
    .execute()
}
