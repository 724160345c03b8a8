import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { DB } from '#server/db/schema.ts'

export const PROVIDER_ROLES = ['PROVIDER_ADMIN', 'PROVIDER_SUPPORT', 'PROVIDER_USER'] as const
export type ProviderRole = (typeof PROVIDER_ROLES)[number]

/** Returns the person's role at the provider, or null for people of companies only. */
export async function findProviderRole(tx: Transaction<DB>, userId: UserId): Promise<ProviderRole | null> {
  const row = await tx.selectFrom('app_user').select('provider_role').where('id', '=', userId).executeTakeFirst()
  return PROVIDER_ROLES.find((role) => role === row?.provider_role) ?? null
}

/** Stores the person's role at the provider; null takes it away. */
export async function updateProviderRole(tx: Transaction<DB>, userId: UserId, role: ProviderRole | null): Promise<void> {
  await tx.updateTable('app_user').set({ provider_role: role }).where('id', '=', userId).execute()
}

/** Returns the companies that the person is visiting. */
export async function listVisits(
  tx: Transaction<DB>,
  userId: UserId,
): Promise<readonly { readonly companyId: CompanyId; readonly role: string }[]> {
  return await tx
    .selectFrom('membership')
    .select(camelColumns('company_id', 'role'))
    .where('user_id', '=', userId)
    .where('expires_on', '>', sql<Date>`now()`)
    .orderBy('company_id')
    .execute()
}

/** Returns the provider's people by address. */
export async function listProviderPeople(
  tx: Transaction<DB>,
): Promise<readonly { readonly id: UserId; readonly email: string; readonly role: string | null }[]> {
  const rows = await tx
    .selectFrom('app_user')
    .select(['id', 'email', 'provider_role'])
    .where(sql<boolean>`provider_role is not null`)
    .orderBy('email')
    .execute()
  return rows.map((row) => ({ id: asId<UserId>(row.id), email: row.email, role: row.provider_role }))
}
