import type { CompanyId, UserId } from '#engine/ids.ts'
import { isArchived } from '#engine/workCenter/mayEditWorkCenter.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import { lockCompany } from '#server/company/company.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { checkPattern, checkText } from './checkField.ts'
import {
  deleteGroupRow,
  emptyGroup,
  holdGroup,
  holdReasonsOfGroup,
  insertGroup,
  isGroupNameTaken,
  listReportsOfGroup,
  updateGroup,
} from './group.store.ts'
import type { GroupValues, WorkCenterGroup } from './group.store.ts'
import { saveWorkCenter } from './workCenter.service.ts'
import type { WorkCenterDeps } from './workCenter.service.ts'
import type { WorkCenter } from './workCenterRow.ts'

type Member = { readonly companyId: CompanyId; readonly userId: UserId }

const NAME = { min: 1, max: 200 }
const COLOR = /^#[0-9a-f]{6}$/i

/** Returns the new group of the company; refuses a name outside 1 to 200 characters or that another group has, and a colour that is not like #2E6FDB. */
export async function createGroup(deps: WorkCenterDeps, member: Member, values: GroupValues): Promise<WorkCenterGroup> {
  const group = checked(values)
  return deps.database.inTenant(member.companyId, async (tenant) => {
    await requireFreeName(tenant, group.name, null)
    const id = await insertGroup(tenant, group)
    const details = { groupId: id, before: null, after: group }
    await audit(deps, tenant, member, { action: 'CREATE_WORK_CENTER_GROUP', subject: `group ${group.name}`, details })
    return requireGroup(tenant, id, 'CHANGE')
  })
}

/** Returns the group with another name and colour; refuses what createGroup refuses, an unknown group and an older version. */
export async function changeGroup(
  deps: WorkCenterDeps,
  member: Member,
  id: number,
  values: GroupValues,
  version: number | null,
): Promise<WorkCenterGroup> {
  const group = checked(values)
  return deps.database.inTenant(member.companyId, async (tenant) => {
    const present = await requireGroup(tenant, id, 'CHANGE')
    if (version !== null && version !== present.version) {
      throw new Refusal({ code: 'CONFLICT', params: { version: present.version, name: present.name, color: present.color } })
    }
    const before = { name: present.name, color: present.color }
    if (before.name === group.name && before.color === group.color) return present
    await requireFreeName(tenant, group.name, id)
    await updateGroup(tenant, id, group)
    const details = { groupId: id, before, after: group }
    await audit(deps, tenant, member, { action: 'UPDATE_WORK_CENTER_GROUP', subject: `group ${present.name}`, details })
    return requireGroup(tenant, id, 'CHANGE')
  })
}

/**
 * Deletes the group with its reports. Its work centers stay without a group, and links of loss reasons to it are removed. A reason offered only in this group is
 * offered nowhere until linked again; losses keep it and rules still assign it, so no figure changes (domain.md S-24a). Refuses an unknown group.
 */
export async function deleteGroup(deps: WorkCenterDeps, member: Member, id: number): Promise<void> {
  const workCenterIds = await deps.database.inTenant(member.companyId, async (tenant) => {
    await holdReasonsOfGroup(tenant, id)
    const { name, color, lossReasonsCount } = await requireGroup(tenant, id, 'DELETE')
    const emptied = await emptyGroup(tenant, id)
    for (const { reportId, ...before } of await listReportsOfGroup(tenant, id))
      await audit(deps, tenant, member, { action: 'DELETE_REPORT', subject: `report ${reportId}`, details: { before, after: null } })
    await deleteGroupRow(tenant, id)
    const details = { groupId: id, before: { name, color, workCenterIds: emptied, lossReasonsCount }, after: null }
    await audit(deps, tenant, member, { action: 'DELETE_WORK_CENTER_GROUP', subject: `group ${name}`, details })
    return emptied
  })
  for (const workCenterId of workCenterIds) void deps.ingest.reload({ companyId: member.companyId, workCenterId })
}

/**
 * Returns the work center in the group, or in none with null. This decides which loss reasons are offered there; existing ones stay (domain.md
 * S-24a). Refuses an unknown group and an archived work center.
 */
export async function moveToGroup(deps: WorkCenterDeps, member: Member, seen: WorkCenter, groupId: number | null): Promise<WorkCenter> {
  const { id } = seen
  if (seen.groupId === groupId && !isArchived(seen)) return seen
  return saveWorkCenter(deps, member, id, null, { group_id: groupId }, async (tenant, present) => {
    if (present.groupId !== groupId) {
      const details = { workCenterId: id, before: { groupId: present.groupId }, after: { groupId } }
      await audit(deps, tenant, member, { action: 'MOVE_WORK_CENTER', subject: `work center ${present.name}`, details })
    }
    return { marks: [], isTold: true }
  })
}

function checked(values: GroupValues): GroupValues {
  const name = checkText('name', values.name, NAME)
  const color = checkPattern('color', values.color, COLOR, '#2E6FDB')
  if (color === null) throw new Refusal({ code: 'REQUIRED', field: 'color' })
  return { name, color: color.toUpperCase() }
}

async function requireGroup(tenant: Tenant, id: number, purpose: 'CHANGE' | 'DELETE'): Promise<WorkCenterGroup> {
  const group = await holdGroup(tenant, id, purpose)
  if (group === null) throw new Refusal({ code: 'GROUP_NOT_FOUND', field: 'id', params: { id } })
  return group
}

/** The company is held, so that of two who choose one name at once the second sees the first one's group. */
async function requireFreeName(tenant: Tenant, name: string, exceptId: number | null): Promise<void> {
  await lockCompany(tenant)
  if (await isGroupNameTaken(tenant, name, exceptId)) throw new Refusal({ code: 'NOT_UNIQUE', field: 'name', params: { value: name } })
}

type AuditPart = Pick<Parameters<typeof writeAudit>[1], 'action' | 'subject' | 'details'>

async function audit(deps: WorkCenterDeps, tenant: Tenant, member: Member, part: AuditPart): Promise<void> {
  await writeAudit(tenant, { userId: member.userId, at: new Date(deps.now()), ...part })
}
