import type { AbilityGrants, Role } from '#engine/access/abilities.ts'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import { kpisOf } from '#engine/oee/recordKpis.ts'
import type { FactorSwitches } from '#engine/oee/kpis.ts'
import type { ShiftTargets } from '#engine/output/targetsOfShift.ts'
import type { ShiftIssue } from '#engine/shift/blockingIssues.ts'
import { confirmationRefusal } from '#engine/shift/confirmation.ts'
import type { ConfirmationRefusal } from '#engine/shift/confirmation.ts'
import { SHIFT_GRACE_MS, shiftStatusAt } from '#engine/shift/shiftStatus.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { isMarked, listMarks } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import type { StoredShift } from './shift.store.ts'
import { checkedComment } from './shiftComment.service.ts'
import { confirmRows, listUnconfirmedIds, lockShifts } from './shiftConfirmation.store.ts'
import { noteShifts } from './shiftEvent.ts'
import { bringTasks, issuesOfShifts } from './shiftIssue.service.ts'
import type { EvaluateTasks } from './shiftIssue.service.ts'
import { listConfirmedLosses } from './confirmedLoss.store.ts'
import { insertRevisions } from './shiftRevision.store.ts'

/** Returns the target output of shifts by work center and start. */
export type TargetsOfShifts = (
  tenant: Tenant,
  shifts: readonly StoredShift[],
) => Promise<ReadonlyMap<WorkCenterId, ReadonlyMap<number, ShiftTargets>>>

export type ShiftDeps = {
  readonly database: Database
  readonly now: () => number
  /** Awaited after the commit: resolves when the work center's records show the change. */
  readonly ingest: Pick<IngestPort, 'reload'>
  readonly shiftTargets: TargetsOfShifts
  readonly evaluateTasks: EvaluateTasks
}

export type ShiftMember = {
  readonly companyId: CompanyId
  readonly userId: UserId
  readonly role: Role
  /** Of the crew of the demo, whom the limits of its visitors do not hold; left out = those of the role in the company. */
  readonly grants?: AbilityGrants
}

/** Which work centers the person may see; null = all of the company. */
export type Visible = ReadonlySet<number> | null

/** What became of one shift that a person wanted to confirm. */
export type ConfirmationOutcome = {
  readonly id: number
  /** As it is now; null when the person can see no such shift. */
  readonly shift: StoredShift | null
  /** null = it was confirmed. */
  readonly refusal: ConfirmationRefusal | 'SHIFT_NOT_FOUND' | null
  /** Those that it has, also when a comment stood for them. */
  readonly issues: readonly ShiftIssue[]
}

type Asked = {
  readonly comment: string | null
  /** The versions that were seen, by the ids of the shifts; one that is missing may be any. */
  readonly versions: ReadonlyMap<number, number>
}

/** More ids than this a person did not choose; by date there may be more. */
const MAX_IDS = 1_000

/** Held at a time: many shifts are confirmed fast, and ingest never waits long for one of them. */
const CHUNK = 100

/** Returns the confirmed shift (domain.md S-44 to S-46); refuses one that is not to be seen, and as confirmationRefusal says. */
export async function confirmShift(
  deps: ShiftDeps,
  member: ShiftMember,
  visible: Visible,
  change: { readonly id: number; readonly comment?: string | null | undefined; readonly version?: number | null | undefined },
): Promise<StoredShift> {
  const versions = new Map(change.version == null ? [] : [[change.id, change.version]])
  const asked = { comment: checkedComment(change.comment ?? null), versions }
  const [outcome] = await confirmAll(deps, member, visible, [change.id], asked)
  if (outcome === undefined || outcome.shift === null) throw shiftNotFound(change.id)
  if (outcome.refusal !== null) throw new Refusal({ code: outcome.refusal, params: paramsOf(outcome, outcome.shift) })
  return outcome.shift
}

/**
 * Returns the result of each shift, in the order of the request; by date, of all finished ones of it or an earlier date. Each is judged by itself,
 * so one failure does not stop the others (domain.md S-47, E-38). The comment applies to shifts with issues. Refuses more than a thousand ids, and
 * versions that are not one for each id.
 */
export async function confirmShifts(
  deps: ShiftDeps,
  member: ShiftMember,
  visible: Visible,
  wanted: {
    readonly ids?: readonly number[] | null | undefined
    readonly shiftDate?: string | null | undefined
    readonly workCenterIds: readonly WorkCenterId[] | null
    readonly comment?: string | null | undefined
    readonly versions?: readonly number[] | null | undefined
  },
): Promise<readonly ConfirmationOutcome[]> {
  const { shiftDate, workCenterIds } = wanted
  if (wanted.ids == null && shiftDate == null) throw new Refusal({ code: 'REQUIRED', field: 'input.ids' })
  if ((wanted.ids ?? []).length > MAX_IDS)
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'input.ids', params: { min: 0, max: MAX_IDS } })
  const asked = { comment: checkedComment(wanted.comment ?? null), versions: versionsOf(wanted.ids ?? [], wanted.versions ?? null) }
  const byDate =
    shiftDate == null
      ? []
      : await deps.database.inTenant(member.companyId, (tenant) =>
          listUnconfirmedIds(tenant, { shiftDate, endedBy: deps.now() - SHIFT_GRACE_MS, workCenterIds }),
        )
  return await confirmAll(deps, member, visible, [...new Set([...(wanted.ids ?? []), ...byDate])], asked)
}

function versionsOf(ids: readonly number[], versions: readonly number[] | null): ReadonlyMap<number, number> {
  if (versions !== null && versions.length !== ids.length)
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'input.versions', params: { min: ids.length, max: ids.length } })
  return new Map(ids.flatMap((id, index) => (versions?.[index] === undefined ? [] : [[id, versions[index]] as const])))
}

/** Returns the refusal of a shift that is unknown, foreign or of a work center that the person may not see: one answer for all three. */
export function shiftNotFound(id: number): Refusal {
  return new Refusal({ code: 'SHIFT_NOT_FOUND', params: { id } })
}

async function confirmAll(
  deps: ShiftDeps,
  member: ShiftMember,
  visible: Visible,
  ids: readonly number[],
  asked: Asked,
): Promise<readonly ConfirmationOutcome[]> {
  const outcomes = await inChunks(deps, member, visible, ids, asked)
  const waiting = outcomes.filter((outcome) => outcome.refusal === 'SHIFT_RECALCULATING')
  if (waiting.length === 0) return outcomes
  const workCenterIds = new Set(waiting.flatMap(({ shift }) => (shift === null ? [] : [shift.workCenterId])))
  await Promise.all(
    [...workCenterIds].map((workCenterId) => deps.ingest.reload({ companyId: member.companyId, workCenterId }, { wait: true })),
  )
  const again = await inChunks(
    deps,
    member,
    visible,
    waiting.map((outcome) => outcome.id),
    asked,
  )
  const settled = new Map(again.map((outcome) => [outcome.id, outcome]))
  return outcomes.map((outcome) => settled.get(outcome.id) ?? outcome)
}

async function inChunks(
  deps: ShiftDeps,
  member: ShiftMember,
  visible: Visible,
  ids: readonly number[],
  asked: Asked,
): Promise<readonly ConfirmationOutcome[]> {
  const outcomes: ConfirmationOutcome[] = []
  for (let from = 0; from < ids.length; from += CHUNK) {
    const chunk = ids.slice(from, from + CHUNK)
    outcomes.push(
      ...(await deps.database.inTenant(member.companyId, (tenant) =>
        confirmChunk(
          tenant,
          { userId: member.userId, now: deps.now(), visible, asked, shiftTargets: deps.shiftTargets, evaluateTasks: deps.evaluateTasks },
          chunk,
        ),
      )),
    )
  }
  return outcomes
}

/** Who confirms, and what is kept with it. */
type Confirming = { readonly userId: UserId; readonly now: number; readonly asked: Asked } & Pick<
  ShiftDeps,
  'evaluateTasks' | 'shiftTargets'
>

/** Nothing else writes these shifts between lock and commit: the judged state is the frozen one. */
async function confirmChunk(
  tenant: Tenant,
  by: Confirming & { readonly visible: Visible },
  ids: readonly number[],
): Promise<readonly ConfirmationOutcome[]> {
  const found = await lockShifts(tenant, ids)
  const shifts = found.filter((one) => by.visible === null || by.visible.has(one.workCenterId))
  const workCenterIds = [...new Set(shifts.map((one) => one.workCenterId))]
  const marks = await listMarks(tenant, workCenterIds)
  const keys = shifts.map((one) => ({ workCenterId: one.workCenterId, start: one.shift.start }))
  await bringTasks(tenant, by.evaluateTasks, keys, by.now)
  const issues = await issuesOfShifts(tenant, keys)
  const judged = shifts.map((shift, index): ConfirmationOutcome => {
    const isRecalculating = isMarked(
      marks.filter((mark) => mark.workCenterId === shift.workCenterId),
      shift.shift,
    )
    const own = issues[index] ?? []
    const status = shiftStatusAt({ isConfirmed: shift.storedStatus === 'CONFIRMED', end: shift.shift.end }, by.now)
    const refusal = confirmationRefusal(
      { status, version: shift.version, isRecalculating, issues: own },
      {
        comment: by.asked.comment,
        version: by.asked.versions.get(shift.id) ?? null,
      },
    )
    return { id: shift.id, shift, refusal, issues: own }
  })
  const confirmed = await freeze(
    tenant,
    by,
    judged.filter((outcome) => outcome.refusal === null),
    workCenterIds,
  )
  const byId = new Map(judged.map((outcome) => [outcome.id, { ...outcome, shift: confirmed.get(outcome.id) ?? outcome.shift }]))
  return ids.map((id) => byId.get(id) ?? { id, shift: null, refusal: 'SHIFT_NOT_FOUND', issues: [] })
}

async function freeze(
  tenant: Tenant,
  by: Confirming,
  outcomes: readonly ConfirmationOutcome[],
  workCenterIds: readonly WorkCenterId[],
): Promise<ReadonlyMap<number, StoredShift>> {
  if (outcomes.length === 0) return new Map()
  const said = { userId: by.userId, at: new Date(by.now), comment: by.asked.comment }
  const ids = outcomes.map((outcome) => outcome.id)
  const confirmed = new Map((await confirmRows(tenant, ids, said)).map((shift) => [shift.id, shift]))
  const switches = new Map((await findWorkCenters(tenant, workCenterIds)).map((workCenter) => [workCenter.id, workCenter]))
  const losses = Map.groupBy(
    await listConfirmedLosses(
      tenant,
      [...confirmed.values()].map(({ workCenterId, shift }) => ({ workCenterId, start: shift.start })),
    ),
    ({ workCenterId, shiftStart }) => `${workCenterId}@${shiftStart}`,
  )
  const targets = await by.shiftTargets(tenant, [...confirmed.values()])
  await insertRevisions(
    tenant,
    outcomes.flatMap(({ id, issues }) => {
      const shift = confirmed.get(id)
      if (shift === undefined) return []
      const { comment } = said
      const own = (losses.get(`${shift.workCenterId}@${shift.shift.start}`) ?? []).map(({ loss }) => loss)
      const words = { confirmedBy: said.userId, confirmedOn: said.at, comment, issues }
      return [
        {
          ...revisionOf(shift, switches.get(shift.workCenterId), targets.get(shift.workCenterId)?.get(shift.shift.start)),
          ...words,
          losses: own,
        },
      ]
    }),
  )
  await noteShifts(tenant, 'SHIFT_CONFIRMED', [...confirmed.values()], said)
  return confirmed
}

function revisionOf(stored: StoredShift, switches: FactorSwitches | undefined, targets: ShiftTargets | undefined) {
  const { workCenterId, revision, shift, code, name, asOf, terms, idealCycleMs, issues } = stored
  const record = { shift, code, name, asOf, terms, kpis: kpisOf(terms, switches), idealCycleMs, issues, ...(targets && { targets }) }
  return { workCenterId, shiftStart: shift.start, revision, record }
}

function paramsOf(outcome: ConfirmationOutcome, shift: StoredShift): Readonly<Record<string, number>> {
  if (outcome.refusal === 'CONFLICT') return { version: shift.version }
  if (outcome.refusal === 'SHIFT_HAS_ISSUES') return Object.fromEntries(outcome.issues.map((issue) => [issue.code, issue.count]))
  return {}
}
