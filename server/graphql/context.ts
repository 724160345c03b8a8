import { abilitiesOf, DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { Ability, AbilityAction, AbilitySubject, Role } from '#engine/access/abilities.ts'
import { abilitiesOfKey } from '#engine/access/keyAbilities.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, DeviceId, WorkCenterId } from '#engine/ids.ts'
import type { SensorKey } from '#engine/sensor/sensorType.ts'
import type { MemberChanges } from '#server/company/memberChanges.ts'
import { listMemberships } from '#server/company/membership.store.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import type { Principal } from '#server/identity/principal.ts'
import type { Logger } from '#server/log.ts'
import type { LiveBus } from '#server/realtime/liveBus.ts'
import { Refusal } from '#server/refusal.ts'
import type { Series } from '#server/sensor/sampleCodec.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import type { PublicAccessChanges } from '#server/workCenter/publicAccessChanges.ts'
import type { ClaimLimits } from '#server/workCenter/claim.service.ts'
import { listAssignedWorkCenterIds, listWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { createLoaders } from './loaders.ts'
import type { Loaders } from './loaders.ts'

/** What the API needs of the other parts of the server. */
export type ApiDeps = {
  readonly database: Database
  /** Attempts at devices that nobody may claim. */
  readonly claimLimits: ClaimLimits
  readonly live: LiveBus
  readonly log: Logger
  readonly memberChanges: MemberChanges
  readonly publicAccessChanges: PublicAccessChanges
  /** What people reach the server by; links in e-mails begin with it. */
  readonly publicUrl: string
  /** Whether people may make accounts for themselves. */
  readonly registration: boolean
  readonly readSamples: SampleReader
  /** Told after a commit that what decides a work center's figures has changed. */
  readonly setupChanged: (companyId: CompanyId, workCenterId: WorkCenterId) => void
  /** Awaited after a commit with marks for recalculation: resolves when the work center's records show the change, after five seconds at the latest. */
  readonly recalculate: (companyId: CompanyId, workCenterId: WorkCenterId) => Promise<void>
  /** The earliest reading of a work center that is not in its chunks yet (ms UTC), null for none; absent where ingest runs elsewhere. */
  readonly waitingSince?: (companyId: CompanyId, workCenterId: WorkCenterId) => number | null
  /** All such readings of a work center by sensor, in any order; absent where ingest runs elsewhere. */
  readonly waitingSeries?: (companyId: CompanyId, workCenterId: WorkCenterId) => ReadonlyMap<SensorKey, Series>
  /** Told after a commit that a device was claimed, released or set differently. */
  readonly deviceChanged: (deviceId: DeviceId) => void
  readonly now: () => number
}

/**
 * How well we know who asks: nobody has signed in; somebody whose address is not proven; the same, within the company whose administrator made the
 * account; or a person whose address is proven.
 */
export type Standing = 'NOBODY' | 'UNPROVEN' | 'COMPANY' | 'PROVEN'

/** Who asks, for which company. */
export type Caller = {
  readonly principal: Principal
  readonly membership: Membership | null
  readonly standing: Standing
  readonly language: string
  /** The key that a program asks with; absent when the person asks. */
  readonly apiKeyId?: string
}

/** One request, as resolvers see it. */
export type RequestContext = Caller &
  Pick<ApiDeps, 'live' | 'now' | 'readSamples'> & {
    readonly deps: ApiDeps
    readonly loaders: Loaders
    /** Runs the work in a transaction of the request's company; refuses a user without one. */
    inTenant<T>(work: (tenant: Tenant) => Promise<T>): Promise<T>
    /** The caller in the request's company; refuses a user without one. */
    member(): Membership
    /** Returns the work center if the caller may see it; refuses others with WORK_CENTER_NOT_FOUND, whoever they belong to. */
    workCenter(id: number): Promise<WorkCenter>
    /** Returns which work centers the caller may see, null = all of the company. */
    visibleIds(): Promise<ReadonlySet<number> | null>
    /** Returns those of the wanted work centers that the caller may see; null = all of the company. */
    narrowed(wanted: readonly number[] | null | undefined): Promise<readonly WorkCenterId[] | null>
    /** The same of work centers that are named by their ids, their devices, or both. */
    idsOf(
      ids: readonly number[] | null | undefined,
      devices: readonly DeviceId[] | null | undefined,
    ): Promise<readonly WorkCenterId[] | null>
    isDemoCompany(): boolean
    /** Returns what the caller may in the request's company; a key may less than its creator (G-23). */
    abilities(): readonly Ability[]
    /** Returns whether the caller has the ability in the request's company. */
    may(action: AbilityAction, subject: AbilitySubject): boolean
    /** Returns all companies of the caller, in the order of the switcher; of a key only its own. */
    memberships(): Promise<readonly Membership[]>
  }

const ROLES_WITH_ASSIGNMENT: readonly Role[] = ['OPERATOR']

/** Returns the context of one request: its transactions, its loaders and what of the company the caller may see. */
export function createContext(caller: Caller, deps: ApiDeps): RequestContext {
  const member = () => {
    if (caller.membership === null) throw new Refusal({ code: 'NO_COMPANY' })
    return caller.membership
  }
  const abilities = () => {
    if (caller.membership === null) return []
    const { role, companyId } = caller.membership
    return caller.apiKeyId === undefined ? abilitiesOf(role, companyId) : abilitiesOfKey(role, companyId)
  }
  const inTenant: RequestContext['inTenant'] = (work) => deps.database.inTenant(member().companyId, work)
  const visibleIds = once(() =>
    isAssigned(member()) ? inTenant((tenant) => listAssignedWorkCenterIds(tenant, caller.principal.userId)) : Promise.resolve(null),
  )
  const loaders = createLoaders(deps, inTenant, () => member().companyId)
  return {
    ...caller,
    live: deps.live,
    now: deps.now,
    readSamples: deps.readSamples,
    deps,
    loaders,
    inTenant,
    member,
    visibleIds,
    workCenter: async (id) => {
      const [visible, found] = await Promise.all([visibleIds(), loaders.workCenter.load(asId<WorkCenterId>(id))])
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
    memberships: () =>
      caller.apiKeyId === undefined
        ? deps.database.inSystem((tx) => listMemberships(tx, caller.principal.userId))
        : Promise.resolve([member()]),
    isDemoCompany: () => caller.membership?.companyId === DEMO_COMPANY_ID,
  }
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
