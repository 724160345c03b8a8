import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { DB } from '#server/db/schema.ts'
import { LINK_LIFETIME_MS, linkHash, newLinkSecret } from './oneTimeLink.ts'
import type { LinkKind } from './oneTimeLink.ts'

/** Owner of a link: an invitation of a company, or an account (then the company, if any, is the one that made it). */
export type LinkOwner =
  | { readonly kind: 'INVITATION'; readonly companyId: CompanyId; readonly invitationId: string }
  | { readonly kind: Exclude<LinkKind, 'INVITATION'>; readonly userId: UserId; readonly companyId?: CompanyId }

/** The purpose of a live link. */
export type OneTimeLink = {
  readonly kind: LinkKind
  readonly userId: UserId | null
  readonly companyId: CompanyId | null
  readonly invitationId: string | null
}

const COLUMNS = camelColumns('user_id', 'company_id', 'invitation_id')

/** Returns the secret of a new link, shown only now, and ends older links of the same kind and owner. Needs a system transaction. */
export async function makeLink(tx: Transaction<DB>, owner: LinkOwner): Promise<string> {
  await endLinks(tx, owner)
  const secret = newLinkSecret()
  const isInvitation = owner.kind === 'INVITATION'
  await tx
    .insertInto('one_time_link')
    .values({
      hash: linkHash(secret),
      kind: owner.kind,
      user_id: isInvitation ? null : owner.userId,
      company_id: owner.companyId ?? null,
      invitation_id: isInvitation ? owner.invitationId : null,
      expires_on: sql<Date>`now() + make_interval(secs => ${LINK_LIFETIME_MS[owner.kind] / 1000})`,
    })
    .execute()
  return secret
}

/**
 * Returns the purpose of the link and ends it in the same statement, so that the second of two uses gets null. Null also for an unknown, used or
 * expired secret and for another kind.
 */
export async function takeLink(tx: Transaction<DB>, kind: LinkKind, secret: string): Promise<OneTimeLink | null> {
  const row = await tx
    .updateTable('one_time_link')
    .set({ used_on: sql<Date>`now()` })
    .where('hash', '=', linkHash(secret))
    .where('kind', '=', kind)
    .where('used_on', 'is', null)
    .where('expires_on', '>', sql<Date>`now()`)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row === undefined ? null : { kind, ...row }
}

/** Returns the purpose of the link without using it; null where `takeLink` would refuse. */
export async function peekLink(tx: Transaction<DB>, kind: LinkKind, secret: string): Promise<OneTimeLink | null> {
  const row = await tx
    .selectFrom('one_time_link')
    .select(COLUMNS)
    .where('hash', '=', linkHash(secret))
    .where('kind', '=', kind)
    .where('used_on', 'is', null)
    .where('expires_on', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row === undefined ? null : { kind, ...row }
}

/** Ends the links of the kind and owner that were not used, e.g. of a revoked invitation. The lock makes two new links at once end each other, too. */
export async function endLinks(tx: Transaction<DB>, owner: LinkOwner): Promise<void> {
  const ownerId = owner.kind === 'INVITATION' ? `${owner.companyId}/${owner.invitationId}` : owner.userId
  await sql`select pg_advisory_xact_lock(hashtext(${`link ${owner.kind} ${ownerId}`}))`.execute(tx)
  const links = tx.deleteFrom('one_time_link').where('kind', '=', owner.kind).where('used_on', 'is', null)
  const owned =
    owner.kind === 'INVITATION'
      ? links.where('company_id', '=', owner.companyId).where('invitation_id', '=', owner.invitationId)
      : links.where('user_id', '=', owner.userId)
  await owned.execute()
}

/** Ends every link of the account that was not used: after a new password none of the e-mails before it counts. */
export async function endAccountLinks(tx: Transaction<DB>, userId: UserId): Promise<void> {
  await tx.deleteFrom('one_time_link').where('user_id', '=', userId).where('used_on', 'is', null).execute()
}

/** Takes the steps of `makeLink` without a working link: for answers that must not reveal whether there was anything to make. */
export async function makeDeadLink(tx: Transaction<DB>, kind: Exclude<LinkKind, 'INVITATION'>, userId: UserId): Promise<void> {
  const secret = newLinkSecret()
  await sql`select pg_advisory_xact_lock(hashtext(${`dead link ${kind} ${userId}`}))`.execute(tx)
  await tx.deleteFrom('one_time_link').where('hash', '=', linkHash(secret)).execute()
  await tx
    .insertInto('one_time_link')
    .values({ hash: linkHash(secret), kind, user_id: userId, expires_on: sql<Date>`now()`, used_on: sql<Date>`now()` })
    .execute()
}

/** Removes links that nobody can use any more, a day after their end. */
export async function removeEndedLinks(tx: Transaction<DB>): Promise<void> {
  await tx
    .deleteFrom('one_time_link')
    .where('expires_on', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
