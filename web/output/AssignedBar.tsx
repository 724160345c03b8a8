import { useState } from 'react'
import { UndoOrderHereDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useCommonTexts, useTexts } from '#web/texts/useTexts.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'

/** Output that was given to an order, and the event that takes it back; null = nobody knows it. */
export type Assigned = { readonly code: string; readonly eventId: string | null }

type AssignedBarProps = { readonly assigned: Assigned | null; readonly onUndone: () => void; readonly onClose: () => void }

/** Returns the bar that says to which order output was given, with the way back. */
export function AssignedBar({ assigned, onUndone, onClose }: AssignedBarProps) {
  const { t } = useTexts('output')
  const { t: common } = useCommonTexts()
  const back = useChange(UndoOrderHereDocument)
  /** What became of taking it back; a problem says why it stands. */
  const [undone, setUndone] = useState<{ readonly of: Assigned; readonly problem: ApiProblem | null } | null>(null)
  const answer = undone !== null && undone.of === assigned ? undone : null
  const code = assigned?.code ?? ''
  const text =
    assigned === null
      ? ''
      : answer === null
        ? t('assign.done', { code })
        : answer.problem === null
          ? t('assign.undone', { code })
          : problemText(t, answer.problem)
  const undo = async (eventId: string) => {
    if (assigned === null || back.isBusy) return
    const { problems } = await back.run({ eventId, actingUserId: actingUserId(), requestKey: newRequestKey() })
    setUndone({ of: assigned, problem: problems[0] ?? null })
    onUndone()
  }
  const eventId = answer === null ? (assigned?.eventId ?? null) : null
  return (
    <UndoBar
      text={text}
      answer={back.isBusy ? null : (answer ?? assigned)}
      undoLabel={common('classify.undo')}
      closeLabel={t('state.close')}
      onUndo={eventId === null ? null : () => void undo(eventId)}
      onClose={onClose}
    />
  )
}
