import { randomBytes } from 'node:crypto'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { AuditAction } from '#engine/access/auditActions.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Config } from '#server/config.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { keepSecret } from '#server/identity/serverSecret.store.ts'
import { linkHash } from '#server/user/oneTimeLink.ts'
import { newSealKey, open, seal } from '#server/sealedSecret.ts'
import { closePage, findOpenPages, lockPage, reopenPage, replacePage } from './publicAccess.store.ts'
import type { StoredPage } from './publicAccess.store.ts'
import type { Topics } from '#server/event/topics.ts'
import { requireActive } from './workCenter.service.ts'
import type { WorkCenter } from './workCenterRow.ts'
import type { Vault } from '#server/vault.ts'

export type PublicAccessDeps = {
  readonly database: Database
  readonly topics: Pick<Topics, 'publicAccessChanges'>
  readonly config: Pick<Config, 'publicUrl'>
  readonly now: () => number
}

/** The page of a work center that everybody who has its link may read. */
export type UiPage = {
  readonly id: string
  /** That of the work center. */
  readonly name: string
  readonly url: string
  readonly openedOn: Date
  readonly openedBy: UserId | null
}

type Member = { readonly companyId: CompanyId; readonly userId: UserId }
type System = Parameters<Parameters<Database['inSystem']>[0]>[0]

export const PUBLIC_PATH = '/public'
/** How long closing can be taken back under the same link. */
export const UNDO_MS = 60_000
const TOKEN_BYTES = 16
const SEAL_KEY_NAME = 'public_access_seal_key'

/** Returns the open public pages of the work centers, by the work center's id. */
export async function openPagesOf(
  { database, config: { publicUrl } }: Pick<PublicAccessDeps, 'database' | 'config'>,
  companyId: CompanyId,
  workCenters: readonly Pick<WorkCenter, 'id' | 'name'>[],
): Promise<ReadonlyMap<WorkCenterId, UiPage>> {
  const names = new Map(workCenters.map(({ id, name }) => [id, name]))
  return database.inSystem(async (tx) => {
    const pages = await findOpenPages({ companyId, tx }, [...names.keys()])
    if (pages.length === 0) return new Map()
    const key = await sealKey(tx, database.vault)
    return new Map(
      pages.map((page) => [page.workCenterId, toUiPage(page, { key, companyId, publicUrl, name: names.get(page.workCenterId) ?? '' })]),
    )
  })
}

/**
 * Returns the public page of the work center, opened unless it is open. With `isUndo`, a page closed within the last minute returns under its link.
 * Refuses WORK_CENTER_NOT_FOUND and WORK_CENTER_ARCHIVED.
 */
export async function openPublicAccess(deps: PublicAccessDeps, member: Member, id: WorkCenterId, isUndo: boolean): Promise<UiPage> {
  const { companyId } = member
  const page = await deps.database.inSystem(async (tx) => {
    const tenant = { companyId, tx }
    const present = await lockPage(tenant, id)
    const { name } = await requireActive(tenant, id)
    const key = await sealKey(tx, deps.database.vault)
    const shown = (opened: StoredPage) => toUiPage(opened, { key, companyId, publicUrl: deps.config.publicUrl, name })
    if (present?.closedOn === null) return shown(present)
    const openedOn = new Date(deps.now())
    await noteChange(tenant, member, 'OPEN_PUBLIC_ACCESS', { id, name, at: openedOn })
    if (isUndo && present !== null && present.closedOn !== null && openedOn.getTime() - present.closedOn.getTime() <= UNDO_MS) {
      await reopenPage(tenant, id)
      return shown({ ...present, closedOn: null })
    }
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const tokenSealed = seal(token, key, ownerOf(companyId, id))
    return shown(
      await replacePage(tenant, { workCenterId: id, tokenHash: linkHash(token), tokenSealed, openedOn, openedBy: member.userId }),
    )
  })
  deps.topics.publicAccessChanges.publish({ companyId, workCenterId: id })
  return page
}

/** Closes the public page of the work center, if any; its viewers see that at once. Refuses WORK_CENTER_NOT_FOUND. */
export async function closePublicAccess(
  deps: Pick<PublicAccessDeps, 'database' | 'topics' | 'now'>,
  member: Member,
  { id, name }: Pick<WorkCenter, 'id' | 'name'>,
): Promise<void> {
  const on = new Date(deps.now())
  await deps.database.inTenant(member.companyId, async (tenant) => {
    await lockPage(tenant, id)
    if (await closePage(tenant, id, { on, by: member.userId })) {
      await noteChange(tenant, member, 'CLOSE_PUBLIC_ACCESS', { id, name, at: on })
    }
  })
  deps.topics.publicAccessChanges.publish({ companyId: member.companyId, workCenterId: id })
}

function sealKey(tx: System, vault: Vault): Promise<string> {
  return keepSecret(tx, vault, SEAL_KEY_NAME, newSealKey())
}

function ownerOf(companyId: CompanyId, id: WorkCenterId): string {
  return `${companyId}/${id}`
}

function toUiPage(
  page: StoredPage,
  given: { readonly key: string; readonly companyId: CompanyId; readonly publicUrl: string; readonly name: string },
): UiPage {
  const token = open(page.tokenSealed, given.key, ownerOf(given.companyId, page.workCenterId))
  const { id, openedOn, openedBy } = page
  return { id, name: given.name, url: `${given.publicUrl}${PUBLIC_PATH}/${token}`, openedOn, openedBy }
}

function noteChange(
  tenant: Tenant,
  { userId }: Member,
  action: AuditAction,
  { id, name, at }: { readonly id: WorkCenterId; readonly name: string; readonly at: Date },
): Promise<void> {
  return writeAudit(tenant, { userId, at, action, subject: `work center ${name}`, details: { workCenterId: id } })
}
