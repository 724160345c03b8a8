import DataLoader from 'dataloader'
import { abilitiesOfMember, DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { Ability, AbilityAction, AbilitySubject, Role } from '#engine/access/abilities.ts'
import { seededNameIn } from '#engine/company/seededNames.ts'
import { abilitiesOfKey } from '#engine/access/keyAbilities.ts'
import { asId } from '#engine/ids.ts'
import type { DeviceId, WorkCenterId } from '#engine/ids.ts'
import { listMemberships } from '#server/company/membership.store.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { asReader } from '#server/recalculation/ingestPort.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { Refusal } from '#server/refusal.ts'
import { findWorkCenters, listAssignedWorkCenterIds, listWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import type { Caller } from './caller.ts'

/** The caller of one request with the part of the company that they may see and change. */
export type Access = Caller & {
  /** Runs the work in a transaction of the request's company; refuses a user without one. */
  inTenant<T>(work: (tenant: Tenant) => Promise<T>): Promise<T>
  /** The caller in the request's company; refuses a user without one. */
  member(): Membership
  /** Returns the work center if the caller may see it. Refuses any other with WORK_CENTER_NOT_FOUND. */
  workCenter(id: number): Promise<WorkCenter>
  /** Returns which work centers the caller may see, null = all of the company. */
  visibleIds(): Promise<ReadonlySet<number> | null>
  /** Returns those of the wanted work centers that the caller may see; null = all of the company. */
  narrowed(wanted: readonly number[] | null | undefined): Promise<readonly WorkCenterId[] | null>
  /** The same of work centers that are named by their ids, their devices, or both. */
  idsOf(ids: readonly number[] | null | undefined, devices: readonly DeviceId[] | null | undefined): Promise<readonly WorkCenterId[] | null>
  isDemoCompany(): boolean
  /** Returns a name of the company as the caller reads it: those that the product gave are in the caller's language. */
  named(name: string): string
  /** Returns the caller's abilities in the request's company. A key has fewer than its creator (G-23). */
  abilities(): readonly Ability[]
  /** Returns whether the caller has the ability in the request's company. */
  may(action: AbilityAction, subject: AbilitySubject): boolean
  /** Returns all companies of the caller, in the order of the switcher; of a key only its own. */
  memberships(): Promise<readonly Membership[]>
  /** The company's work centers, whether the caller may see them or not; read once a request. */
  readonly workCenters: DataLoader<WorkCenterId, WorkCenter | null>
}

const ROLES_WITH_ASSIGNMENT: readonly Role[] = ['OPERATOR']

/** Returns the access of a caller for one request. */
export function createAccess(caller: Caller, database: Database, ingest: Pick<IngestPort, 'settle'>): Access {
  const member = () => {
    if (caller.membership === null) throw new Refusal({ code: 'NO_COMPANY' })
    return caller.membership
  }
  let known: readonly Ability[] | undefined
  const abilities = () => (known ??= abilitiesOfCaller(caller))
  const inTenant: Access['inTenant'] = (work) => {
    const { companyId } = member()
    return database.inTenant(companyId, (tenant) => work(asReader(tenant, ingest)))
  }
  const visibleIds = once(() =>
    isAssigned(member()) ? inTenant((tenant) => listAssignedWorkCenterIds(tenant, caller.principal.userId)) : Promise.resolve(null),
  )
  const memberships = once(() =>
    caller.apiKeyId === undefined ? database.inSystem((tx) => listMemberships(tx, caller.principal.userId)) : Promise.resolve([member()]),
  )
  const workCenters = new DataLoader((ids: readonly WorkCenterId[]) =>
    inTenant(async (tenant) => {
      const found = new Map((await findWorkCenters(tenant, ids)).map((one) => [one.id, one]))
      return ids.map((id) => found.get(id) ?? null)
    }),
  )
  return {
    ...caller,
    inTenant,
    member,
    visibleIds,
    workCenters,
    workCenter: async (id) => {
      const [visible, found] = await Promise.all([visibleIds(), workCenters.load(asId<WorkCenterId>(id))])
      if (found === null || (visible !== null && !visible.has(id))) throw workCenterNotFound(id)
      return found
    },
    narrowed: async (wanted) => narrow(await visibleIds(), wanted ?? null),
    idsOf: async (ids, deviceIds) => {
      const visible = narrow(await visibleIds(), ids ?? null)
      if (!deviceIds) return visible
      const found = await inTenant((tenant) => listWorkCenters(tenant, { deviceIds, ...(visible && { ids: visible }) }))
      return found.map((workCenter) => workCenter.id)
    },
    abilities,
    may: (action, subject) => abilities().some((one) => one.action === action && one.subject === subject),
    memberships,
    named: (name) => seededNameIn(caller.language, caller.membership?.companyId ?? '', name),
    isDemoCompany: () => caller.membership?.companyId === DEMO_COMPANY_ID,
  }
}

/** Returns the caller's abilities in the request's company, none without one. A key has fewer than its creator (G-23). */
export function abilitiesOfCaller({ membership, apiKeyId }: Pick<Caller, 'membership' | 'apiKeyId'>): readonly Ability[] {
  if (membership === null) return []
  const { role, companyId } = membership
  return apiKeyId === undefined ? abilitiesOfMember(membership) : abilitiesOfKey(role, companyId)
}

/** Returns whether the member sees only the work centers assigned to them (G-23). */
export function isAssigned(membership: Pick<Membership, 'role'>): boolean {
  return ROLES_WITH_ASSIGNMENT.includes(membership.role)
}

/** Returns the refusal of a work center that is unknown, foreign or not assigned to the caller: one answer for all three. */
export function workCenterNotFound(id: number | string): Refusal {
  return new Refusal({ code: 'WORK_CENTER_NOT_FOUND', params: { id } })
}

function narrow(visible: ReadonlySet<number> | null, wanted: readonly number[] | null): readonly WorkCenterId[] | null {
  if (visible === null && wanted === null) return null
  const ids = wanted ?? [...(visible ?? [])]
  return ids.filter((id): id is WorkCenterId => visible === null || visible.has(id))
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
