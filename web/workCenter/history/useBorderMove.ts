import { useEffect, useState } from 'react'
import {
  type BorderEffectFragment,
  MoveOrderBorderDocument,
  PreviewOrderBorderDocument,
  UndoOrderBorderDocument,
} from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { KEYED } from '#web/api/keyed.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { type BorderDraft, draftLeft, type OrderBorder } from './orderBorders.view.ts'

export type BorderMove = {
  readonly draft: BorderDraft | null
  /** What the draft would do; null until it is known. */
  readonly effect: BorderEffectFragment | null
  /** Why it cannot be moved there. */
  readonly problem: ApiProblem | null
  readonly drag: (at: number, newAt: number) => void
  /** Moves it to where it was dragged, or takes the draft back where that is refused. */
  readonly save: () => void
  readonly leave: () => void
}

type Told = { readonly key: string; readonly effect: BorderEffectFragment | null; readonly problem: ApiProblem | null }

/** So long a border rests before it is asked what moving it there would do. */
const REST_MS = 120

/** Returns how one of the borders of orders is dragged, with what that would do, moved, and moved back. */
export function useBorderMove(workCenterId: number, borders: readonly Pick<OrderBorder, 'at'>[]): BorderMove {
  const { t } = useTexts('history')
  const format = useFormat()
  const [draft, setDraft] = useState<BorderDraft | null>(null)
  const left = draftLeft(draft, borders)
  if (left !== draft) setDraft(left)
  const [told, setTold] = useState<Told | null>(null)
  const preview = useChange(PreviewOrderBorderDocument)
  const move = useChange(MoveOrderBorderDocument, KEYED)
  const back = useChange(UndoOrderBorderDocument, KEYED)
  const key = draft === null || draft.newAt === draft.at ? null : `${draft.at} ${draft.newAt}`
  const { isSent = false } = draft ?? {}
  const asked = (border: BorderDraft) => ({
    workCenterId,
    borderAt: new Date(border.at).toISOString(),
    newAt: new Date(border.newAt).toISOString(),
  })
  useEffect(() => {
    if (draft === null || key === null || isSent) return
    let isLeft = false
    const rest = setTimeout(async () => {
      const { data, problems } = await preview.run(asked(draft))
      if (!isLeft) setTold({ key, effect: data?.moveJobOrderBorder ?? null, problem: problems[0] ?? null })
    }, REST_MS)
    return () => {
      isLeft = true
      clearTimeout(rest)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key says which move it is
  }, [key, isSent])
  const known = told?.key === key ? told : null
  const refuse = (problem: ApiProblem) => {
    setDraft(null)
    showToast(t('border.refused', { problem: problemText(t, problem) }))
  }
  const undo = async (eventId: string) => {
    // Its border may be back before it was seen to be away.
    setDraft((before) => (before?.isSent === true ? null : before))
    const [problem] = (await back.run({ eventId })).problems
    showToast(problem === undefined ? t('border.undone') : t('border.refused', { problem: problemText(t, problem) }))
  }
  const save = async () => {
    if (draft === null || isSent) return
    if (key === null) return setDraft(null)
    if (known?.problem != null) return refuse(known.problem)
    setDraft({ ...draft, isSent: true })
    const { data, problems } = await move.run(asked(draft))
    const [problem] = problems
    if (data === null && problem !== undefined) return refuse(problem)
    const eventId = data?.moveJobOrderBorder.runs[0]?.jobOrder?.events[0]?.id
    const text = t('border.moved', { from: format.time(draft.at), to: format.time(draft.newAt) })
    showToast(text, eventId === undefined ? undefined : { label: t('border.undo'), run: () => void undo(eventId) })
  }
  return {
    draft,
    effect: known?.effect ?? null,
    problem: known?.problem ?? null,
    drag: (at, newAt) => setDraft((before) => (before?.isSent === true && before.at === at ? before : { at, newAt, isSent: false })),
    save: () => void save(),
    leave: () => setDraft((before) => (before?.isSent === true ? before : null)),
  }
}
