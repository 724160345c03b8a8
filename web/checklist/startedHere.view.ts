import { HOUR_MS, SECOND_MS } from '#engine/time/durations.ts'
import type {
  ChecklistFieldsFragment,
  ChecklistForecastQuery,
  ChecklistRunQuery,
  ChecklistsPageQuery,
  StartedChecklistInput,
} from '#web/api/generated/graphql.ts'

type Run = NonNullable<ChecklistRunQuery['checklistOccurrence']>
type Place = ChecklistsPageQuery['workCenters'][number]
type Data = Pick<ChecklistsPageQuery, 'checklists' | 'workCenters'>

/** What is started by hand has so long where the checklist says nothing, as the server has it. */
const BY_HAND_MS = 8 * HOUR_MS

/** A checklist that may be begun at a work center; a probable one is due by what was foretold while there was a connection. */
export type StartOffer = {
  readonly key: string
  readonly checklist: ChecklistFieldsFragment
  readonly place: Pick<Place, 'id' | 'name'>
  readonly isProbable: boolean
}

/** Returns what may be started by hand at the work centers (none = all), each at those that it belongs to. */
export function startOffers({ checklists, workCenters }: Data, places: readonly number[]): readonly StartOffer[] {
  return checklists
    .filter(({ active, frequency }) => active && frequency.allowManualActivation)
    .flatMap((checklist) =>
      (checklist.workCenters.length === 0 ? workCenters : checklist.workCenters)
        .filter(({ id }) => places.length === 0 || places.includes(id))
        .map((place) => ({ key: `${checklist.id}/${place.id}`, checklist, place, isProbable: false })),
    )
}

/**
 * Returns what fell due at the work centers by what was foretold, as far as that is known and it cannot be begun by hand anyway: without a connection nobody
 * else says so (domain.md CL-10).
 */
export function probablyDue(
  { checklists, workCenters }: Data,
  runs: ChecklistForecastQuery['checklistForecast']['runs'],
  {
    places,
    now,
    open,
  }: {
    readonly places: readonly number[]
    readonly now: number
    /** Those that are open anyway, as `checklist/workCenter`. */ readonly open: ReadonlySet<string>
  },
): readonly StartOffer[] {
  const found = runs.flatMap(({ checklist: asked, workCenterId, dueAt }): readonly StartOffer[] => {
    const id = asked?.id
    const checklist = checklists.find((one) => one.id === id)
    const place = workCenters.find((one) => one.id === workCenterId)
    const key = `${id ?? ''}/${workCenterId}`
    const isOver = Date.parse(dueAt) > now || open.has(key) || (places.length > 0 && !places.includes(workCenterId))
    return checklist === undefined || place === undefined || isOver || checklist.frequency.allowManualActivation
      ? []
      : [{ key, checklist, place, isProbable: true }]
  })
  return found.filter((one, index) => found.findIndex(({ key }) => key === one.key) === index)
}

/** Returns what the person began on this device and has not handed in, as `checklist/workCenter`. */
export function begunHere(
  rows: readonly { readonly owner: string; readonly run: Pick<Run, 'checklist' | 'id' | 'workCenterId'> }[],
  owner: string,
): ReadonlySet<string> {
  return new Set(
    rows.filter((row) => row.owner === owner && row.run.id < 0).map(({ run }) => `${run.checklist?.id ?? ''}/${run.workCenterId}`),
  )
}

/** Returns the offers, those that are probable behind the others: what comes or goes with the connection takes the place of none that is shown. */
export function allOffers(byHand: readonly StartOffer[], probable: readonly StartOffer[]): readonly StartOffer[] {
  return [...byHand, ...probable]
}

/** Returns the run of a checklist that is begun on this device at the instant (UTC ms): its id is below zero, so that it is none of the server's. */
export function startedRun(checklist: ChecklistFieldsFragment, place: Place, at: number): Run {
  const { id, name, group, instructions, instructionTranslations, signatureRequired, answerWithin, version, tasks } = checklist
  const instant = new Date(at).toISOString()
  return {
    id: -at,
    checklist: { id, name, group, instructions, instructionTranslations, signatureRequired },
    checklistVersion: version,
    workCenterId: place.id,
    workCenter: { id: place.id, name: place.name, timeZone: place.timeZone },
    tasks,
    source: null,
    dueAt: instant,
    closesAt: new Date(at + (answerWithin === null ? BY_HAND_MS : answerWithin * SECOND_MS)).toISOString(),
    state: 'STARTED',
    mayStillBeAnswered: true,
    mergedCount: 1,
    isFoundLate: false,
    isReasonGone: false,
    isReceivedLate: false,
    seenAt: instant,
    startedBy: null,
    assignee: null,
    result: null,
    submittedBy: null,
    submittedAt: null,
    skipReason: null,
    lastMeasured: null,
    draft: [],
    submissions: [],
    files: [],
  }
}

/** Returns how the server is told of a run that was begun on this device; null = it is one of the server's. */
export function startedOf({
  id,
  checklist,
  workCenterId,
  checklistVersion,
  dueAt,
}: Pick<Run, 'checklist' | 'checklistVersion' | 'dueAt' | 'id' | 'workCenterId'>): StartedChecklistInput | null {
  if (id > 0 || checklist === null) return null
  return { checklistId: checklist.id, workCenterId, version: checklistVersion, startedAt: dueAt }
}
