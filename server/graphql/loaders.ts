import DataLoader from 'dataloader'
import type { CompanyId, JobOrderId, LossReasonId, StatusRuleId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { ShiftTargets } from '#engine/output/targetsOfShift.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { ShiftIssue } from '#engine/shift/blockingIssues.ts'
import { thinTimeline } from '#engine/status/thinTimeline.ts'
import type { Company } from '#server/company/company.store.ts'
import { findCompany } from '#server/company/company.store.ts'
import { listTeams } from '#server/company/team.store.ts'
import type { Team } from '#server/company/team.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { listChains } from '#server/loss/loss.store.ts'
import type { Loss } from '#server/loss/lossRow.ts'
import { listLossReasons } from '#server/loss/lossReason.store.ts'
import type { LossReason } from '#server/loss/lossReason.store.ts'
import { listLossReasonGroups } from '#server/loss/lossReasonGroup.store.ts'
import type { LossReasonGroup } from '#server/loss/lossReasonGroup.store.ts'
import { energyOfStats } from '#server/energy/statEnergy.service.ts'
import type { StatEnergy } from '#server/energy/statEnergy.service.ts'
import { listActiveOrders, listJobOrders } from '#server/jobOrder/jobOrder.store.ts'
import type { JobOrder } from '#server/jobOrder/jobOrder.store.ts'
import { liveFromStore } from '#server/oee/live.service.ts'
import type { OeeStat } from '#server/oee/oeeStatistics.service.ts'
import { targetsOfShifts } from '#server/oee/shiftTarget.service.ts'
import { listSensors } from '#server/sensor/sensorList.store.ts'
import type { ListedSensor } from '#server/sensor/sensorList.store.ts'
import { listShiftsAt, listShiftsStarting } from '#server/shift/shift.store.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import { countLosses, countOutputs } from '#server/shift/shiftCounts.store.ts'
import type { LossCounts, OutputCounts, ShiftKey } from '#server/shift/shiftCounts.store.ts'
import { issuesOfShifts } from '#server/shift/shiftIssue.service.ts'
import { listRevisions } from '#server/shift/shiftRevision.store.ts'
import type { ShiftRevision } from '#server/shift/shiftRevision.store.ts'
import { listStatusesIn } from '#server/status/statusInterval.store.ts'
import type { StoredStatus } from '#server/status/statusInterval.store.ts'
import { findStatusRules, listStatusRules } from '#server/status/statusRule.store.ts'
import type { StoredStatusRule } from '#server/status/statusRule.store.ts'
import { listEmployees } from '#server/user/employee.store.ts'
import type { Employee } from '#server/user/employee.store.ts'
import { listUsers } from '#server/user/user.store.ts'
import type { User } from '#server/user/user.store.ts'
import { listCompanyDevices } from '#server/workCenter/companyDevice.store.ts'
import type { CompanyDevice } from '#server/workCenter/companyDevice.store.ts'
import { listGroups } from '#server/workCenter/group.store.ts'
import type { WorkCenterGroup } from '#server/workCenter/group.store.ts'
import { openPagesOf } from '#server/workCenter/publicAccess.service.ts'
import type { UiPage } from '#server/workCenter/publicAccess.service.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import type { ApiDeps } from './context.ts'

/** What a request asks for many times is asked of the database once for all. */
export type Loaders = {
  /** The job orders that a work center works on now. */
  readonly activeOrders: DataLoader<WorkCenterId, readonly JobOrder[]>
  readonly company: DataLoader<CompanyId, Company | null>
  readonly device: DataLoader<string, CompanyDevice | null>
  /** What a person is in the request's company; null for nobody of it. */
  readonly employee: DataLoader<UserId, Employee | null>
  readonly group: DataLoader<number, WorkCenterGroup | null>
  readonly jobOrder: DataLoader<JobOrderId, JobOrder | null>
  readonly live: DataLoader<WorkCenter, LiveWorkCenter | null, WorkCenterId>
  readonly lossChain: DataLoader<{ readonly workCenterId: WorkCenterId; readonly chainStart: number }, readonly Loss[], string>
  readonly lossCounts: DataLoader<ShiftKey, LossCounts, string>
  readonly lossReason: DataLoader<LossReasonId, LossReason | null>
  readonly lossReasonGroup: DataLoader<number, LossReasonGroup | null>
  readonly sensors: DataLoader<WorkCenterId, readonly ListedSensor[]>
  readonly outputCounts: DataLoader<ShiftKey, OutputCounts, string>
  readonly shiftStarting: DataLoader<ShiftKey, StoredShift | null, string>
  /** What holds the confirmation of a shift up (domain.md S-45). */
  readonly shiftIssues: DataLoader<ShiftKey, readonly ShiftIssue[], string>
  readonly shiftRevisions: DataLoader<ShiftKey, readonly ShiftRevision[], string>
  /** What the shift should have made; null for a shift without a record. */
  readonly shiftTargets: DataLoader<ShiftKey, ShiftTargets | null, string>
  readonly shiftNow: DataLoader<WorkCenterId, StoredShift | null>
  /** The statuses of the running shift up to now, thinned for drawing; empty out of schedule. */
  readonly shiftStatuses: DataLoader<WorkCenter, readonly StoredStatus[], WorkCenterId>
  readonly statEnergy: DataLoader<OeeStat, StatEnergy>
  readonly statusRule: DataLoader<StatusRuleId, StoredStatusRule | null>
  readonly statusRules: DataLoader<WorkCenterId, readonly StoredStatusRule[]>
  readonly team: DataLoader<string, Team | null>
  /** The open public page of a work center; null where it is closed. */
  readonly uiPage: DataLoader<WorkCenter, UiPage | null, WorkCenterId>
  readonly user: DataLoader<UserId, User | null>
  readonly workCenter: DataLoader<WorkCenterId, WorkCenter | null>
}

type InTenant = <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>

/** A timeline of a card has fewer pixels than this has runs. */
const MAX_RUNS = 200

/** Returns the loaders of one request. */
export function createLoaders(deps: ApiDeps, inTenant: InTenant, companyId: () => CompanyId): Loaders {
  const live: Loaders['live'] = byKey(
    (workCenters) => liveOf(deps, inTenant, companyId(), workCenters),
    (workCenter) => workCenter.id,
  )
  return {
    activeOrders: new DataLoader((ids) =>
      inTenant(async (tenant) => {
        const active = await listActiveOrders(tenant, ids, deps.now())
        return ids.map((id) => active.get(id) ?? [])
      }),
    ),
    company: new DataLoader((ids) => inTenant(async (tenant) => each(ids, [await findCompany(tenant)], (company) => company?.id))),
    device: new DataLoader((ids) => inTenant(async (tenant) => each(ids, await listCompanyDevices(tenant, ids), (device) => device.id))),
    employee: new DataLoader((ids) =>
      deps.database.inSystem(async (tx) =>
        each(ids, await listEmployees({ companyId: companyId(), tx }, { userIds: ids }), (employee) => employee.user.id),
      ),
    ),
    group: new DataLoader((ids) => inTenant(async (tenant) => each(ids, await listGroups(tenant), (group) => group.id))),
    jobOrder: new DataLoader((ids) => inTenant(async (tenant) => each(ids, await listJobOrders(tenant, ids), (order) => order.id))),
    live,
    lossChain: byKey(
      (chains) => inTenant(async (tenant) => grouped(chains.map(keyOfChain), await listChains(tenant, chains), keyOfChain)),
      keyOfChain,
    ),
    lossCounts: byKey((shifts) => inTenant(async (tenant) => eachCount(shifts, await countLosses(tenant, shifts), NO_LOSSES)), keyOfShift),
    outputCounts: byKey(
      (shifts) => inTenant(async (tenant) => eachCount(shifts, await countOutputs(tenant, shifts), NO_OUTPUTS)),
      keyOfShift,
    ),
    shiftStarting: byKey(
      (shifts) =>
        inTenant(async (tenant) =>
          each(shifts.map(keyOfShift), await listShiftsStarting(tenant, shifts), (one) =>
            keyOfShift({ workCenterId: one.workCenterId, start: one.shift.start }),
          ),
        ),
      keyOfShift,
    ),
    shiftIssues: byKey((shifts) => inTenant((tenant) => issuesOfShifts(tenant, shifts)), keyOfShift),
    shiftRevisions: byKey(
      (shifts) =>
        inTenant(async (tenant) =>
          grouped(shifts.map(keyOfShift), await listRevisions(tenant, shifts), (one) =>
            keyOfShift({ workCenterId: one.workCenterId, start: one.shiftStart }),
          ),
        ),
      keyOfShift,
    ),
    lossReason: new DataLoader((ids) => inTenant(async (tenant) => each(ids, await listLossReasons(tenant, ids), (reason) => reason.id))),
    lossReasonGroup: new DataLoader((ids) =>
      inTenant(async (tenant) => each(ids, await listLossReasonGroups(tenant, ids), (group) => group.id)),
    ),
    sensors: new DataLoader((ids) =>
      inTenant(async (tenant) =>
        grouped(ids, await listSensors(tenant, { workCenterIds: ids, deviceIds: null, types: null }), (sensor) => sensor.workCenterId),
      ),
    ),
    shiftTargets: byKey(
      (shifts) =>
        inTenant(async (tenant) => {
          const targets = await targetsOfShifts(tenant, await listShiftsStarting(tenant, shifts))
          return shifts.map(({ workCenterId, start }) => targets.get(workCenterId)?.get(start) ?? null)
        }),
      keyOfShift,
    ),
    shiftNow: new DataLoader((ids) =>
      inTenant(async (tenant) => each(ids, await listShiftsAt(tenant, ids, deps.now()), (shift) => shift.workCenterId)),
    ),
    shiftStatuses: byKey(
      (workCenters) => shiftStatusesOf(deps, inTenant, workCenters, live),
      (workCenter) => workCenter.id,
    ),
    statEnergy: new DataLoader((stats) => inTenant((tenant) => energyOfStats(tenant, stats))),
    statusRule: new DataLoader((ids) => inTenant(async (tenant) => each(ids, await findStatusRules(tenant, ids), (rule) => rule.id))),
    statusRules: new DataLoader((ids) =>
      inTenant(async (tenant) => grouped(ids, await listStatusRules(tenant, ids), (rule) => rule.workCenterId)),
    ),
    team: new DataLoader((ids) => inTenant(async (tenant) => each(ids, await listTeams(tenant), (team) => team.id))),
    uiPage: byKey(
      async (workCenters) => {
        const pages = await openPagesOf(deps, companyId(), workCenters)
        return workCenters.map((one) => pages.get(one.id) ?? null)
      },
      (workCenter) => workCenter.id,
    ),
    user: new DataLoader((ids) => deps.database.inSystem(async (tx) => each(ids, await listUsers(tx, ids), (user) => user.id))),
    workCenter: new DataLoader((ids) => inTenant(async (tenant) => each(ids, await findWorkCenters(tenant, ids), (one) => one.id))),
  }
}

/** What ingest published, and for the rest what the database last knew. */
async function liveOf(
  deps: ApiDeps,
  inTenant: InTenant,
  companyId: CompanyId,
  workCenters: readonly WorkCenter[],
): Promise<readonly (LiveWorkCenter | null)[]> {
  const published = workCenters.map((one) => deps.live.latest(companyId, one.id) ?? null)
  const silent = workCenters.filter((one, at) => published[at] === null && one.deviceId !== null)
  if (silent.length === 0) return published
  const stored = await inTenant((tenant) => liveFromStore(tenant, silent, deps.now()))
  return published.map((live, at) => live ?? stored.get(workCenters[at]?.id ?? 0) ?? null)
}

async function shiftStatusesOf(
  deps: ApiDeps,
  inTenant: InTenant,
  workCenters: readonly WorkCenter[],
  live: Loaders['live'],
): Promise<readonly (readonly StoredStatus[])[]> {
  const now = deps.now()
  const views = await live.loadMany([...workCenters])
  const windows = workCenters.flatMap((one, at) => {
    const view = views[at]
    return view && !(view instanceof Error) && view.shift && view.shift.start < now
      ? [{ workCenterId: one.id, start: view.shift.start, end: Math.min(view.shift.end, now) }]
      : []
  })
  const statuses = windows.length === 0 ? [] : await inTenant((tenant) => listStatusesIn(tenant, windows))
  const lists = grouped(
    workCenters.map((one) => one.id),
    statuses,
    (status) => status.workCenterId,
  )
  return lists.map((list) => thinTimeline(list, MAX_RUNS, now))
}

function byKey<Key, Value, CacheKey>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  cacheKeyFn: (key: Key) => CacheKey,
): DataLoader<Key, Value, CacheKey> {
  return new DataLoader<Key, Value, CacheKey>(load, { cacheKeyFn })
}

function each<Key, Value>(keys: readonly Key[], values: readonly Value[], keyOf: (value: Value) => unknown): (Value | null)[] {
  const found = new Map(values.map((value) => [keyOf(value), value]))
  return keys.map((key) => found.get(key) ?? null)
}

function grouped<Key, Value>(keys: readonly Key[], values: readonly Value[], keyOf: (value: Value) => Key): Value[][] {
  const groups = Map.groupBy(values, keyOf)
  return keys.map((key) => groups.get(key) ?? [])
}

const NO_LOSSES: LossCounts = { classifiedCount: 0, unclassifiedCount: 0, totalCount: 0 }
const NO_OUTPUTS: OutputCounts = { totalCount: 0, withBatchCount: 0, withProductionOrderCount: 0, confirmationCount: 0 }

function eachCount<Counts>(
  shifts: readonly ShiftKey[],
  counts: readonly (Counts & { readonly workCenterId: number; readonly start: number })[],
  none: Counts,
): Counts[] {
  const found = new Map(counts.map((count) => [shiftKey(count.workCenterId, count.start), count]))
  return shifts.map((shift) => found.get(keyOfShift(shift)) ?? none)
}

function keyOfChain({ workCenterId, chainStart }: Pick<Loss, 'workCenterId' | 'chainStart'>): string {
  return `${workCenterId}@${chainStart}`
}

function keyOfShift({ workCenterId, start }: ShiftKey): string {
  return shiftKey(workCenterId, start)
}

function shiftKey(workCenterId: number, start: number): string {
  return `${workCenterId}@${start}`
}
