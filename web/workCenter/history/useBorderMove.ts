import { useState } from 'react'
import { MoveOrderBorderDocument, UndoOrderBorderDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { KEYED } from '#web/api/keyed.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { showToast } from '#web/base/toast.ts'
import { borderVariables, type ToldBorder, useToldBorder } from '#web/parts/orderBorder/useToldBorder.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { type BorderDraft, draftLeft, type OrderBorder } from './orderBorders.view.ts'

export type BorderMove = {
  readonly draft: BorderDraft | null
  /** What the draft would do, or why it cannot be moved there. */
  readonly told: ToldBorder
  readonly drag: (at: number, newAt: number) => void
  /** Moves it to where it was dragged, or takes the draft back where that is refused. */
  readonly save: () => void
  readonly leave: () => void
}

/** Returns how one of the borders of orders is dragged, with what that would do, moved, and moved back. */
export function useBorderMove(workCenterId: number, borders: readonly Pick<OrderBorder, 'at'>[]): BorderMove {
  const { t } = useTexts('history')
  const format = useFormat()
  const [draft, setDraft] = useState<BorderDraft | null>(null)
  const left = draftLeft(draft, borders)
  if (left !== draft) setDraft(left)
  const move = useChange(MoveOrderBorderDocument, KEYED)
  const back = useChange(UndoOrderBorderDocument, KEYED)
  const { isSent = false } = draft ?? {}
  const told = useToldBorder(workCenterId, draft, isSent)
  const refuse = (problem: ApiProblem) => {
    setDraft(null)
    showToast(t('border.refused', { problem: problemText(t, problem) }))
  }
  const undo = async (eventId: string) => {
    // Its border may be back before it was seen to be away.
    setDraft((before) => (before?.isSent === true ? null : before))
    const [problem] = (await back.run({ eventId, actingUserId: actingUserId() })).problems
    showToast(problem === undefined ? t('border.undone') : t('border.refused', { problem: problemText(t, problem) }))
  }
  const save = async () => {
    if (draft === null || isSent) return
    if (draft.newAt === draft.at) return setDraft(null)
    if (told.problem !== null) return refuse(told.problem)
    setDraft({ ...draft, isSent: true })
    const { data, problems } = await move.run(borderVariables(workCenterId, draft))
    const [problem] = problems
    if (data === null && problem !== undefined) return refuse(problem)
    const eventId = data?.moveJobOrderBorder.runs[0]?.jobOrder?.events[0]?.id
    const text = t('border.moved', { from: format.time(draft.at), to: format.time(draft.newAt) })
    showToast(text, eventId === undefined ? undefined : { label: t('border.undo'), run: () => void undo(eventId) })
  }
  return {
    draft,
    told,
    drag: (at, newAt) => setDraft((before) => (before?.isSent === true && before.at === at ? before : { at, newAt, isSent: false })),
    save: () => void save(),
    leave: () => setDraft((before) => (before?.isSent === true ? before : null)),
  }
}
