import type { Problem } from '#engine/result.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { editLosses, isVisible, lossNotFound } from './lossEditing.ts'
import type { Editor, LossDeps } from './lossEditing.ts'
import { classify } from './loss.service.ts'
import type { LossChange } from './loss.service.ts'
import { findLossesToEdit, lockWorkCentersOf } from './loss.store.ts'
import { readPlaces } from './lossPlace.ts'
import type { LossPlace } from './lossPlace.ts'
import type { Loss } from './lossRow.ts'
import { readById } from './readAgain.ts'

/** What became of one loss of many; `loss` is what is there now, null where the editor sees none. */
export type LossBatchResult = { readonly id: number; readonly problem: Problem | null; readonly loss: Loss | null }

export const MAX_BATCH = 1000

type Outcome = { readonly refused: readonly (readonly [number, string])[]; readonly places: readonly LossPlace[] }

/**
 * Returns what became of each of the losses, in the order of the changes: those that can be changed are, the others say why not (E-38). `batchId` names
 * the gesture that undoLossBatch takes back; a repeated request is answered, not done again.
 */
export async function classifyEach(
  deps: LossDeps,
  editor: Editor,
  changes: readonly LossChange[],
  of: { readonly batchId: string | null; readonly request: KeyedRequest | null },
): Promise<readonly LossBatchResult[]> {
  if (changes.length === 0 || changes.length > MAX_BATCH)
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'ids', params: { min: 1, max: MAX_BATCH } })
  const { companyId, userId } = editor.member
  const { answer } = await deps.database.inTenant(companyId, (tenant) =>
    once(tenant, userId, of.request, { act: () => sayEach(tenant, editor, changes, of.batchId), read: readOutcome }),
  )
  // A repetition may come from somebody who sees less by now: those losses are none for them.
  const [seen, hidden] = [
    answer.places.filter((place) => isVisible(editor, place)),
    answer.places.filter((place) => !isVisible(editor, place)),
  ]
  const refused = new Map([...answer.refused, ...hidden.map(({ id }) => [id, lossNotFound(id).code] as const)])
  const now = await readById(deps, companyId, seen)
  return changes.map(({ id }) => {
    const code = refused.get(id)
    return { id, problem: code === undefined ? null : { code, params: { id } }, loss: now.get(id) ?? null }
  })
}

async function sayEach(tenant: Tenant, editor: Editor, changes: readonly LossChange[], batchId: string | null): Promise<Outcome> {
  const ids = changes.map(({ id }) => id)
  await lockWorkCentersOf(tenant, ids, editor.visible)
  const found = new Map((await findLossesToEdit(tenant, ids)).map(({ derived }) => [derived.id, derived]))
  const known = changes.filter(({ id }) => {
    const loss = found.get(id)
    return loss !== undefined && isVisible(editor, loss)
  })
  const refused = new Map<number, string>()
  const attempt = <Answer>(id: number, act: () => Answer): Answer | null => {
    try {
      return act()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.set(id, error.code)
      return null
    }
  }
  for (const id of ids) if (!known.some((change) => change.id === id)) refused.set(id, lossNotFound(id).code)
  if (known.length === 0) return { refused: [...refused], places: [] }
  const editing = await editLosses(
    tenant,
    editor,
    known.map(({ id }) => id),
    known.map(({ reasonId }) => reasonId),
  )
  // All versions that were seen first: a reason that is copied onward changes pieces that come later in the list.
  for (const { id, version } of known) attempt(id, () => editing.open(id, version ?? null))
  const marks: RecalculationMark[] = []
  for (const change of known) {
    if (refused.has(change.id)) continue
    const done = attempt(change.id, () => classify(editing, editor, { ...change, version: null }))
    if (done !== null) marks.push(done.mark)
  }
  await editing.annotations.write(tenant, batchId)
  await markForRecalculation(tenant, marks, editor.member.userId)
  const places = known.flatMap(({ id }) => {
    const loss = found.get(id)
    return loss === undefined ? [] : [{ id, workCenterId: loss.workCenterId, source: loss.source, start: loss.start, end: loss.end }]
  })
  return { refused: [...refused], places }
}

function readOutcome(stored: unknown): Outcome {
  const { refused, places }: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const pairs: unknown[] = Array.isArray(refused) ? refused : []
  return {
    refused: pairs.flatMap((pair): [number, string][] =>
      Array.isArray(pair) && typeof pair[0] === 'number' && typeof pair[1] === 'string' ? [[pair[0], pair[1]]] : [],
    ),
    places: readPlaces(places),
  }
}
