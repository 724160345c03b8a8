import type { Problem } from '#engine/result.ts'
import { Refusal } from '#server/refusal.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { once } from '#server/requestKey/once.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import { applyLateEdit, LATE_OUTCOMES, requireEditable } from './lateLossEdit.service.ts'
import type { LateEdit, LateOutcome } from './lateLossEdit.service.ts'
import type { Editor, LossDeps } from './lossEditing.ts'
import { readPlaces } from './lossPlace.ts'
import type { LossPlace } from './lossPlace.ts'
import type { Loss } from './lossRow.ts'
import { readById } from './readAgain.ts'

/** A late edit under the key that its device made for it. */
export type KeyedEdit = LateEdit & {
  readonly key: string
  /** All of it as it arrived: the same key with other content is refused. */
  readonly content: unknown
}

/** What became of one edit; `loss` is what is there now, null where nothing is. */
export type LossEditResult = {
  readonly key: string
  readonly outcome: LateOutcome
  readonly problem: Problem | null
  readonly loss: Loss | null
}

type Stored = { readonly outcome: LateOutcome; readonly problem: Problem | null; readonly places: readonly LossPlace[] }

export const MAX_EDITS_AT_ONCE = 50
/** After these, later edits of the same stop wait until a person has decided. */
const HOLDING: readonly LateOutcome[] = ['CONFLICT', 'GONE', 'HELD', 'LOSS_APPROVED', 'LOSS_REASON_NOT_FOUND', 'REFUSED', 'SHIFT_CONFIRMED']

/**
 * Returns what became of edits that a device could not send before, in their order (domain.md S-28a). Each is judged and stored by itself, once for its
 * key: a repetition gets the first outcome. One that is refused holds back later ones of the same stop, which are not judged then.
 */
export async function applyLossEdits(
  deps: LossDeps & { readonly ingest: Pick<IngestPort, 'reload' | 'settle'> },
  editor: Editor,
  edits: readonly (KeyedEdit & { readonly editor?: Editor })[],
): Promise<readonly LossEditResult[]> {
  if (edits.length === 0 || edits.length > MAX_EDITS_AT_ONCE)
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'edits', params: { min: 1, max: MAX_EDITS_AT_ONCE } })
  const { companyId } = editor.member
  const workCenterIds = [...new Set(edits.map(({ workCenterId }) => workCenterId))]
  await deps.ingest.settle(companyId, workCenterIds, Infinity)
  const held: Place[] = []
  let recut: Place[] = []
  const stored: { readonly key: string; readonly of: Stored }[] = []
  // One after the other: a later edit of a stop is judged by what the earlier ones left of it.
  for (const edit of edits) {
    const isIn = (place: Place) => overlaps(place, edit)
    if (held.some(isIn)) {
      stored.push({ key: edit.key, of: { outcome: 'HELD', problem: null, places: [] } })
      continue
    }
    if (recut.some(isIn)) {
      await deps.ingest.reload({ companyId, workCenterId: edit.workCenterId }, { wait: true })
      recut = recut.filter(({ workCenterId }) => workCenterId !== edit.workCenterId)
    }
    const of = await applyOnce(deps, edit.editor ?? editor, edit)
    stored.push({ key: edit.key, of })
    if (HOLDING.includes(of.outcome)) held.push(edit, ...of.places)
    if (of.outcome === 'APPLIED' && (edit.cuts.length > 0 || edit.isMerge)) recut.push(edit, ...of.places)
  }
  const now = await readById(
    deps,
    companyId,
    stored.flatMap(({ of }) => of.places),
  )
  return stored.map(({ key, of: { outcome, problem, places } }) => {
    const [place] = places
    return { key, outcome, problem, loss: (place && now.get(place.id)) ?? null }
  })
}

type Place = Pick<LossPlace, 'end' | 'source' | 'start' | 'workCenterId'>

async function applyOnce(deps: LossDeps, editor: Editor, edit: KeyedEdit): Promise<Stored> {
  const request = { key: edit.key, operation: 'applyLossEdits', content: edit.content }
  try {
    const work = async (tenant: Tenant): Promise<Stored> => {
      const steps = { act: () => judged(tenant, editor, edit, deps.now()), read: readStored }
      const { answer, isRepeated } = await once(tenant, editor.member.userId, request, steps)
      return isRepeated ? ((await refusedNow(tenant, editor, edit)) ?? answer) : answer
    }
    return await deps.database.inTenant(editor.member.companyId, work, { keepsPlans: true })
  } catch (error) {
    // Anything else passes, such as an outage: the call fails, and is sent again with its keys.
    if (!(error instanceof Refusal) || error.code !== 'REQUEST_KEY_REUSED') throw error
    return refusedAs(error)
  }
}

/** Whoever lost a right since the first time is told no more than then: a repetition is checked like the first. */
async function refusedNow(tenant: Tenant, editor: Editor, edit: LateEdit): Promise<Stored | null> {
  try {
    await requireEditable(tenant, editor, edit)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refusedAs(error)
  }
}

/** A refusal comes before anything is written, so it is an outcome like the others and is kept with its key. */
async function judged(tenant: Tenant, editor: Editor, edit: LateEdit, now: number): Promise<Stored> {
  try {
    const { outcome, losses } = await applyLateEdit(tenant, editor, edit, now)
    return {
      outcome,
      problem: null,
      places: losses.map(({ id, workCenterId, source, start, end }) => ({ id, workCenterId, source, start, end })),
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refusedAs(error)
  }
}

function refusedAs({ code, field, params }: Refusal): Stored {
  const outcome = LATE_OUTCOMES.find((one) => one === code) ?? 'REFUSED'
  return { outcome, problem: { code, params, ...(field !== undefined && { field }) }, places: [] }
}

function readStored(stored: unknown): Stored {
  const { outcome, problem, places }: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  return { outcome: oneOf(LATE_OUTCOMES, String(outcome)), problem: readProblem(problem), places: readPlaces(places) }
}

function readProblem(stored: unknown): Problem | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { code, field, params }: Readonly<Record<string, unknown>> = { ...stored }
  const given = typeof params === 'object' && params !== null ? Object.entries(params) : []
  const known = given.flatMap(([name, value]): [string, boolean | number | string][] =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [],
  )
  return { code: String(code), params: Object.fromEntries(known), ...(typeof field === 'string' && { field }) }
}

function overlaps(one: Place, other: Place): boolean {
  return (
    one.workCenterId === other.workCenterId &&
    one.source === other.source &&
    one.start < (other.end ?? Infinity) &&
    (one.end ?? Infinity) > other.start
  )
}
