import type { Role } from '#engine/access/abilities.ts'
import type { UserId } from '#engine/ids.ts'
import { employeeFormProblems, trimEmployeeForm } from '#engine/user/employee.ts'
import type { EmployeeForm } from '#engine/user/employee.ts'
import { INVITATIONS_A_DAY } from '#engine/user/invitation.ts'
import { fullName } from '#engine/user/person.ts'
import { problemOfRemoval, problemOfRoleChange } from '#engine/user/mayEditPeople.ts'
import { assignedTo } from '#engine/user/role.ts'
import { problemOfStation } from '#engine/user/station.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { audited, writeAudit } from '#server/company/audit.store.ts'
import { countSentSince, revokeInvitationsOf } from '#server/company/invitation.store.ts'
import {
  countOtherAdministrators,
  deleteMembership,
  findMembership,
  insertMembership,
  updateMembership,
} from '#server/company/membership.store.ts'
import { changePeople, checkedTeam, refuseFirst } from '#server/company/peopleChange.service.ts'
import type { Actor, PeopleDeps, LockedCompany } from '#server/company/peopleChange.service.ts'
import { findTeam } from '#server/company/team.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import { Refusal } from '#server/refusal.ts'
import { findCredentials } from './credentials.store.ts'
import { existingWorkCenters, findEmployee, replaceAssigned, countKeysOf } from './employee.store.ts'
import type { Employee } from './employee.store.ts'
import { makeLink } from './oneTimeLink.store.ts'
import { linkUrl } from './oneTimeLink.ts'
import { hashPassword } from './passwordHash.ts'
import { mayHearOfTaken, noteTaken, TAKEN_NAMES_A_DAY } from './takenName.store.ts'
import { insertUser, isLoginTaken } from './user.store.ts'
import type { User } from './user.store.ts'

/** Where a person works: the team, and for an operator the work centers. */
type Place = { readonly teamId: string | null; readonly workCenterIds: readonly number[] }

/** Changes of an employee; undefined leaves a field. */
export type EmployeeChange = {
  readonly role?: Role | undefined
  readonly isStation?: boolean | undefined
  readonly teamId?: string | null | undefined
  readonly workCenterIds?: readonly number[] | undefined
}

/**
 * Returns the new account of an employee, who may sign in at once, in this company only until an e-mail's link proves the address. Without a
 * password that link sets one. Refuses REQUIRED, INVALID_EMAIL and the like per field, NOT_UNIQUE for a used address or login, ROLE_NOT_FOUND,
 * TEAM_NOT_FOUND, WORK_CENTER_NOT_FOUND and TOO_MANY_EMAILS; TAKEN_NAMES_PER_DAY to an actor who was told of ten people of other companies within a day.
 */
export async function createUser(deps: PeopleDeps, actor: Actor, form: EmployeeForm & Place): Promise<User> {
  const person = trimEmployeeForm(form)
  refuseFirst(employeeFormProblems(person))
  const passwordHash = person.password === '' ? null : await hashPassword(person.password)
  const answer = await changePeople(deps, actor, async (locked) => {
    const { tenant, company, at } = locked
    await requireFewEmails(locked, 1)
    if (!(await mayHearOfTaken(tenant.tx, actor.userId))) {
      throw new Refusal({ code: 'TAKEN_NAMES_PER_DAY', params: { max: TAKEN_NAMES_A_DAY } })
    }
    const made = await insertAccount(locked, person, passwordHash)
    if (made instanceof Refusal) {
      // Returned, not thrown, so that the count stays.
      if (!(await isOfCompany(tenant, made))) await noteTaken(tenant.tx, actor.userId)
      return made
    }
    const place = await placeIn(tenant, person.role, form)
    await insertMembership(tenant.tx, { companyId: company.id, userId: made.id, role: person.role, teamId: place.teamId })
    await replaceAssigned(tenant, made.id, place.workCenterIds)
    const secret = await makeLink(tenant.tx, { kind: 'ACTIVATE', userId: made.id, companyId: company.id })
    const link = linkUrl(deps.config.publicUrl, 'ACTIVATE', { secret, language: made.language })
    const params = { link, name: fullName(made), company: company.name }
    await queueEmail(tenant.tx, { to: made.email, language: made.language, kind: 'ACTIVATE', params })
    const details = { userId: made.id, role: person.role, login: person.login || null, ...place, hasPassword: passwordHash !== null }
    await writeAudit(tenant, { userId: actor.userId, at, action: 'CREATE_USER', subject: `user ${made.email}`, details })
    return made
  })
  if (answer instanceof Refusal) throw answer
  deps.topics.memberChanges.publish({ companyId: actor.companyId, userId: answer.id })
  return answer
}

/**
 * Returns the employee with changed role, team or work centers. Refuses USER_NOT_FOUND for people outside the company, LAST_ADMINISTRATOR,
 * ROLE_NOT_FOUND, PROVIDER_PERSON, STATION_NOT_OPERATOR, TEAM_NOT_FOUND and WORK_CENTER_NOT_FOUND.
 */
export async function updateEmployee(deps: PeopleDeps, actor: Actor, userId: UserId, change: EmployeeChange): Promise<User> {
  const user = await changePeople(deps, actor, async (locked) => {
    const before = await requireEmployee(locked.tenant, userId)
    await changeEmployee(locked, actor, before, change)
    return before.user
  })
  deps.topics.memberChanges.publish({ companyId: actor.companyId, userId })
  return user
}

/** Changes an employee in an open transaction, like `updateEmployee`; the caller publishes it after the commit. */
export async function changeEmployee({ tenant, at }: LockedCompany, actor: Actor, before: Employee, change: EmployeeChange): Promise<void> {
  const role = change.role ?? before.role
  if (role !== before.role) {
    const otherAdministrators = await countOtherAdministrators(tenant, before.user.id)
    refuseFirst([problemOfRoleChange({ before: before.role, after: role, otherAdministrators })])
  }
  refuseFirst([problemOfStation({ role, isStation: change.isStation === true })])
  // Who becomes something else is no station any more.
  const isStation = role === 'OPERATOR' && (change.isStation ?? before.isStation)
  const wanted = {
    teamId: change.teamId === undefined ? before.teamId : change.teamId,
    workCenterIds: change.workCenterIds ?? before.workCenterIds,
  }
  const place = await placeIn(tenant, role, wanted)
  await updateMembership(tenant, before.user.id, { role, isStation, teamId: place.teamId })
  await replaceAssigned(tenant, before.user.id, place.workCenterIds)
  const entry = {
    userId: actor.userId,
    at,
    action: 'UPDATE_EMPLOYEE',
    subject: `user ${before.user.email}`,
    about: { userId: before.user.id },
    isAlways: true,
  } as const
  await audited(tenant, entry, await auditValues(tenant, before), await auditValues(tenant, { role, isStation, ...place }))
}

/**
 * Ends a person's membership of the company with its rights and API keys at once. The account and other companies stay. Refuses USER_NOT_FOUND for
 * people outside the company, and LAST_ADMINISTRATOR.
 */
export async function deleteUserFromCompany(deps: PeopleDeps, actor: Actor, userId: UserId): Promise<void> {
  await changePeople(deps, actor, async ({ tenant, at }) => {
    const before = await requireEmployee(tenant, userId)
    refuseFirst([problemOfRemoval({ before: before.role, otherAdministrators: await countOtherAdministrators(tenant, userId) })])
    const endedKeys = await countKeysOf(tenant, userId)
    const values = await auditValues(tenant, before)
    await deleteMembership(tenant, userId)
    // Else an e-mail of before would let the person in again.
    await revokeInvitationsOf(tenant, before.user.email, at)
    const subject = `user ${before.user.email}`
    const entry = { userId: actor.userId, at, action: 'DELETE_USER_FROM_COMPANY', subject, about: { userId, endedKeys } } as const
    await audited(tenant, entry, values, null)
  })
  deps.topics.memberChanges.publish({ companyId: actor.companyId, userId })
}

/** Returns the company's employee; refuses USER_NOT_FOUND, the same for an unknown person and for one of another company. */
export async function requireEmployee(tenant: Tenant, userId: UserId): Promise<Employee> {
  const employee = await findEmployee(tenant, userId)
  if (employee === null) throw new Refusal({ code: 'USER_NOT_FOUND', params: { id: userId } })
  return employee
}

/** Returns where somebody of the role will work; refuses TEAM_NOT_FOUND and WORK_CENTER_NOT_FOUND. */
export async function placeIn(tenant: Tenant, role: Role, wanted: Place): Promise<Place> {
  const workCenterIds = assignedTo(role, wanted.workCenterIds)
  await requireWorkCenters(tenant, workCenterIds)
  return { teamId: await checkedTeam(tenant, wanted.teamId), workCenterIds }
}

/** Refuses TOO_MANY_EMAILS when the company would send more e-mails to new people than it may within a day. */
export async function requireFewEmails({ tenant, at }: LockedCompany, wanted: number): Promise<void> {
  const sent = await countSentSince(tenant, new Date(at.getTime() - DAY_MS))
  if (sent + wanted > INVITATIONS_A_DAY) throw new Refusal({ code: 'TOO_MANY_EMAILS', params: { max: INVITATIONS_A_DAY } })
}

/** Whether who has the taken address or login is one of the company's people anyway, whom an administrator sees. */
async function isOfCompany({ companyId, tx }: Tenant, { params }: Refusal): Promise<boolean> {
  const owner = await findCredentials(tx, String(params['value']))
  return owner !== null && (await findMembership(tx, companyId, owner.userId)) !== null
}

/** Returns the new account, or the refusal NOT_UNIQUE. */
async function insertAccount(
  { tenant, company }: LockedCompany,
  person: EmployeeForm,
  passwordHash: string | null,
): Promise<User | Refusal> {
  const { email, firstName, lastName } = person
  const [login, phone] = [person.login || null, person.phone || null]
  const account = { email, firstName, lastName, login, phone, passwordHash, language: company.language, madeByCompanyId: company.id }
  const made = await insertUser(tenant.tx, account)
  if (made !== null) return made
  const isLogin = login !== null && (await isLoginTaken(tenant.tx, login))
  return new Refusal({ code: 'NOT_UNIQUE', field: isLogin ? 'login' : 'email', params: { value: isLogin ? login : email } })
}

/** Audited values of an employee: names in place of ids. */
async function auditValues(tenant: Tenant, { role, isStation, teamId, workCenterIds }: Place & Pick<Employee, 'role' | 'isStation'>) {
  const team = teamId === null ? null : await findTeam(tenant, teamId)
  return { role, ...(isStation && { isStation }), team: team?.name ?? null, workCenterIds }
}

async function requireWorkCenters(tenant: Tenant, ids: readonly number[]): Promise<void> {
  const existing = await existingWorkCenters(tenant, ids)
  const missing = ids.find((id) => !existing.has(id))
  if (missing !== undefined) throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', field: 'workCenterIds', params: { id: missing } })
}
