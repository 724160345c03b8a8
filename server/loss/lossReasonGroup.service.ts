import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { checkPattern, checkText } from '#server/workCenter/checkField.ts'
import { checkedTranslations } from './checkTranslations.ts'
import {
  insertLossReasonGroup,
  isGroupNameTaken,
  listLossReasonGroups,
  lockLossReasonGroup,
  markGroupDeleted,
  updateLossReasonGroup,
} from './lossReasonGroup.store.ts'
import type { LossReasonGroup } from './lossReasonGroup.store.ts'
import type { Translation } from './lossReason.store.ts'
import { auditReasonGroup } from './reasonAudit.ts'

type Deps = { readonly database: Database; readonly now: () => number }
type Member = { readonly companyId: CompanyId; readonly userId: UserId }

export type LossReasonGroupChange = {
  /** Null = a new group. */
  readonly id: number | null
  readonly name: string
  readonly color: string
  /** Undefined = they stay. */
  readonly translations?: readonly Translation[] | undefined
  readonly version: number | null
}

const NAME = { min: 1, max: 200 }
const COLOR = /^#[0-9a-f]{6}$/i

/** Returns the saved group. Refuses a name outside 1 to 200 characters or of another group, an invalid colour, an unknown group and an older version. */
export async function saveLossReasonGroup(deps: Deps, member: Member, change: LossReasonGroupChange): Promise<LossReasonGroup> {
  const name = checkText('name', change.name, NAME)
  const color = checkPattern('color', change.color, COLOR, '#3B7DD8')
  if (color === null) throw new Refusal({ code: 'REQUIRED', field: 'color' })
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const present = change.id === null ? null : await requireGroup(tenant, change.id, change.version)
    if (await isGroupNameTaken(tenant, name, change.id)) throw new Refusal({ code: 'NOT_UNIQUE', field: 'name', params: { value: name } })
    const translations = checkedTranslations(change.translations ?? present?.translations ?? [], NAME)
    const values = { name, color, translations }
    const id = present?.id ?? (await insertLossReasonGroup(tenant, values))
    if (present !== null) await updateLossReasonGroup(tenant, id, values)
    const saved = await findGroup(tenant, id)
    await auditReasonGroup(tenant, { before: present, after: saved }, { userId: member.userId, at: deps.now() })
    return saved
  })
}

/** Returns the deleted group; its reasons stay, without a group. Refuses an unknown group and an older version. */
export async function deleteLossReasonGroup(deps: Deps, member: Member, id: number, version: number | null): Promise<LossReasonGroup> {
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const present = await requireGroup(tenant, id, version)
    await markGroupDeleted(tenant, id)
    await auditReasonGroup(tenant, { before: present, after: null }, { userId: member.userId, at: deps.now() })
    return await findGroup(tenant, id)
  })
}

async function requireGroup(tenant: Tenant, id: number, version: number | null): Promise<LossReasonGroup> {
  const group = await lockLossReasonGroup(tenant, id)
  if (group === null) throw new Refusal({ code: 'LOSS_REASON_GROUP_NOT_FOUND', field: 'id', params: { id } })
  if (version !== null && version !== group.version) throw new Refusal({ code: 'CONFLICT', params: { version: group.version } })
  return group
}

async function findGroup(tenant: Tenant, id: number): Promise<LossReasonGroup> {
  const [group] = await listLossReasonGroups(tenant, [id])
  if (group === undefined) throw new Error(`the group ${id} vanished while it was saved`)
  return group
}
