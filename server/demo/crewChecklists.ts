import { sql } from 'kysely'
import type { ChecklistFrequency } from '#engine/checklist/checklist.ts'
import type { ChecklistAnswer, ChecklistTask } from '#engine/checklist/checklistTask.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { saveChecklist } from '#server/checklist/checklist.service.ts'
import { submitAnswers } from '#server/checklist/answering.service.ts'
import { lookAtChecklists } from '#server/checklist/lookAtChecklists.service.ts'
import { pageOccurrences } from '#server/checklist/occurrence.store.ts'
import type { Occurrence } from '#server/checklist/occurrence.store.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'

const NO_TASK: Omit<ChecklistTask, 'description' | 'key' | 'type'> = {
  expectedAnswer: null,
  isRequired: true,
  photoProofRequired: false,
  notApplicable: false,
  value: null,
  min: null,
  max: null,
  unit: null,
  message: null,
  allowMultipleSelection: false,
  options: [],
  expectedOptions: [],
  onDeviation: 'NONE',
  dependsOn: null,
}
const GUARDS: ChecklistTask = {
  ...NO_TASK,
  key: 'guards',
  description: 'Are all guards closed?',
  type: 'YES_NO',
  expectedAnswer: true,
  message: 'Close them before the machine runs on, and tell the shift lead',
  onDeviation: 'NOTIFY',
}
const PRESSURE: ChecklistTask = {
  ...NO_TASK,
  key: 'pressure',
  description: 'Pressure of the hydraulics',
  type: 'MEASUREMENT',
  min: 4,
  max: 6,
  unit: 'bar',
  message: 'Top up the oil and measure again',
  onDeviation: 'NOTIFY',
}
const GLASS: ChecklistTask = { ...NO_TASK, key: 'glass', description: 'Wipe the sight glass', type: 'MARK_AS_DONE', notApplicable: true }
const PIECE: ChecklistTask = {
  ...NO_TASK,
  key: 'piece',
  description: 'How does the first piece look?',
  type: 'SELECT',
  options: ['Good', 'Burr', 'Scratched'],
  expectedOptions: ['Good'],
  message: 'Adjust and check the next piece',
}
const FLOOR: ChecklistTask = {
  ...NO_TASK,
  key: 'floor',
  description: 'Is the floor around the machine clean and dry?',
  type: 'YES_NO',
  expectedAnswer: true,
  message: 'Wipe it up before somebody slips',
}
const FREQUENCY: ChecklistFrequency = {
  source: 'REGULAR_INTERVALS',
  everyMs: 2 * HOUR_MS,
  everyUnits: null,
  resetAtShiftStart: true,
  resetAtProductChangeover: false,
  pauseDuringDowntime: false,
  allowManualActivation: true,
  statusRuleId: null,
  reasonId: null,
  showAfterMs: 0,
  showAfterUnit: 'MINUTES',
  showAt: [],
}

/** The checklists of the plant, at machines by their place in it. */
const CHECKLISTS = [
  {
    name: 'Round at the machine',
    group: 'Every shift',
    places: [0, 1, 2],
    tasks: [GUARDS, PRESSURE, GLASS],
    frequency: FREQUENCY,
    answerWithinMs: null,
  },
  {
    name: 'First piece',
    group: 'Quality',
    places: [1, 3],
    tasks: [PIECE],
    frequency: { ...FREQUENCY, source: 'STATUS', showAfterMs: 45 * MINUTE_MS },
    answerWithinMs: 2 * HOUR_MS,
  },
  {
    name: 'Tidy workplace',
    group: 'Every hour',
    places: [0, 1],
    tasks: [FLOOR],
    frequency: {
      ...FREQUENCY,
      source: 'DAILY_SCHEDULE',
      showAt: Array.from({ length: 24 }, (_none, hour) => `${String(hour).padStart(2, '0')}:00`),
    },
    answerWithinMs: null,
    missedSeverity: 'INFO',
  },
] as const

/** What is due for less long is left to visitors. */
const ANSWERED_AFTER_MS = 25 * MINUTE_MS
const STEP_MS = HOUR_MS
/** One of so many is missed, one of so many deviates. */
const MISSED_OF = 6
const DEVIATES_OF = 5
const PAGE = { page: 1, size: 200 }

type Deps = { readonly database: Database; readonly now: () => number }

/** Lets the lead of the demo plant make its checklists, with a day of answers before now, and an operator answer what waits for long. */
export async function crewChecklists(
  deps: Deps,
  companyId: CompanyId,
  lead: Membership | undefined,
  operator: Membership | undefined,
): Promise<void> {
  if (lead === undefined || operator === undefined) return
  const now = deps.now()
  const { places, names } = await deps.database.inTenant(companyId, knownChecklists)
  const missing = CHECKLISTS.filter(({ name }) => !names.has(name))
  for (const { name, group, places: at, tasks, frequency, answerWithinMs, ...more } of missing) {
    const workCenterIds = at.flatMap((place) => places[place] ?? [])
    if (workCenterIds.length === 0) continue
    const change = {
      id: null,
      version: null,
      name,
      group,
      isActive: true,
      workCenterIds,
      itemIds: [],
      instructions: null,
      instructionsIn: [],
      signatureRequired: false,
      ...more,
    }
    await saveChecklist({ ...deps, now: () => now - DAY_MS }, lead, { ...change, tasks: [...tasks], frequency, answerWithinMs }, null)
  }
  const looks = { database: deps.database, ingest: { settle: () => Promise.resolve() } }
  for (let at = missing.length > 0 ? now - DAY_MS + STEP_MS : now; at <= now; at += STEP_MS) {
    await lookAtChecklists(looks, companyId, at)
    await answerWaiting({ ...deps, now: () => at }, companyId, { operator, places })
  }
}

async function answerWaiting(
  deps: Deps,
  companyId: CompanyId,
  { operator, places }: { readonly operator: Membership; readonly places: readonly WorkCenterId[] },
): Promise<void> {
  const now = deps.now()
  const filter = { workCenterIds: null, states: ['PENDING'] as const, period: { start: now - DAY_MS, end: now - ANSWERED_AFTER_MS } }
  const { items } = await deps.database.inTenant(companyId, (tenant) => pageOccurrences(tenant, filter, PAGE))
  for (const one of items) {
    // Each hour the floor of one of two machines is left to visitors, so that something is due whenever they come.
    const isLeft =
      one.source === 'DAILY_SCHEDULE'
        ? (Math.floor(one.dueAt / HOUR_MS) + places.indexOf(one.workCenterId)) % 2 === 0
        : one.id % MISSED_OF === 0
    if (isLeft) continue
    const given = { of: one.id, answers: answersTo(one, now), signature: null, at: now, reason: null }
    // A visitor may have been quicker.
    await submitAnswers(deps, operator, null, given, null).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
}

function answersTo({ id, checklistId, source }: Occurrence, answeredAt: number): readonly ChecklistAnswer[] {
  const isBad = (id + checklistId) % DEVIATES_OF === 0
  const nothing = {
    isNotApplicable: false,
    yes: null,
    number: null,
    text: null,
    isDone: false,
    options: [],
    fileIds: [],
    comment: null,
    attempts: [],
    answeredAt,
  }
  const pressure = isBad ? 3.7 : 4.6 + (id % DEVIATES_OF) / 5
  if (source === 'DAILY_SCHEDULE') return [{ ...nothing, taskKey: FLOOR.key, yes: true }]
  if (source === 'STATUS') return [{ ...nothing, taskKey: PIECE.key, options: [isBad ? 'Burr' : 'Good'] }]
  return [
    { ...nothing, taskKey: GUARDS.key, yes: true },
    { ...nothing, taskKey: PRESSURE.key, number: pressure, comment: isBad ? 'Topped up, 4.8 afterwards' : null },
    { ...nothing, taskKey: GLASS.key, isDone: true },
  ]
}

/** The machines of the plant, and the names of the checklists that are there. */
async function knownChecklists({ tx, companyId }: Tenant) {
  const places = await sql<{ readonly id: WorkCenterId }>`select id from work_center where company_id = ${companyId}
    and device_status <> 'ARCHIVE' and not is_trial order by id limit 12`.execute(tx)
  const names = await sql<{ readonly name: string }>`select name from checklist where company_id = ${companyId}`.execute(tx)
  return { places: places.rows.map(({ id }) => id), names: new Set(names.rows.map(({ name }) => name)) }
}

/** Removes what visitors answered, began or skipped: what is still due is asked again. */
export async function removeForeignAnswers({ tx, companyId }: Tenant, crew: readonly string[]): Promise<void> {
  await sql`delete from checklist_occurrence o where o.company_id = ${companyId} and (o.started_by <> all(${crew}::uuid[])
    or o.skipped_by <> all(${crew}::uuid[]) or exists (select from checklist_submission s where s.company_id = o.company_id
      and s.occurrence_id = o.id and s.submitted_by <> all(${crew}::uuid[])))`.execute(tx)
}
