import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { ChecklistAnswer } from '#engine/checklist/checklistTask.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import {
  type ChecklistSignatureInput,
  SaveChecklistAnswersDocument,
  SubmitChecklistDocument,
  type SubmitChecklistMutation,
} from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { createAnswerKeeper } from './answerKeeper.ts'
import { inputOf } from './runner.view.ts'

export type Answering = {
  /** Keeps answers on the server; what does not arrive goes with the next, or by itself. */
  keep(answers: readonly ChecklistAnswer[]): Promise<void>
  takeOver(answers: readonly ChecklistAnswer[]): Promise<void>
  submit(
    answers: readonly ChecklistAnswer[],
    signature: ChecklistSignatureInput | null,
  ): Promise<SubmitChecklistMutation['submitChecklist'] | null>
  /** Somebody else answers it. */
  readonly isTaken: boolean
  /** The last answers did not arrive yet. */
  readonly isUnsaved: boolean
  /** Why an answer was not taken. */
  readonly refused: ApiProblem | null
  readonly isBusy: boolean
  readonly problems: readonly ApiProblem[]
}

/** How often what did not arrive is sent again. */
const AGAIN_MS = 10 * SECOND_MS

/** Returns how answers to an occurrence are kept and handed in. */
export function useAnswering(occurrenceId: number): Answering {
  const { run: save } = useChange(SaveChecklistAnswersDocument)
  const submit = useChange(SubmitChecklistDocument)
  const keeper = useMemo(
    () =>
      createAnswerKeeper(async (answers, isTakenOver) => {
        const { problems } = await save({ occurrenceId, answers: answers.map(inputOf), isTakenOver })
        return problems
      }),
    [save, occurrenceId],
  )
  const { isTaken, unsaved, refused } = useSyncExternalStore(keeper.subscribe, keeper.state)
  const isUnsaved = unsaved.length > 0
  useEffect(() => {
    if (!isUnsaved) return undefined
    const again = () => void keeper.again()
    const timer = setInterval(again, AGAIN_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [keeper, isUnsaved])
  const attempt = useRef<{ readonly written: string; readonly key: string } | null>(null)
  return {
    keep: keeper.keep,
    takeOver: keeper.takeOver,
    submit: async (answers, signature) => {
      const input = { occurrenceId, answers: answers.map(inputOf), signature }
      const written = JSON.stringify(input)
      // The same again after a lost answer is handed in once.
      if (attempt.current?.written !== written) attempt.current = { written, key: newRequestKey() }
      const { data } = await submit.run({ ...input, requestKey: attempt.current.key })
      return data?.submitChecklist ?? null
    },
    isTaken,
    isUnsaved,
    refused,
    isBusy: submit.isBusy,
    problems: submit.problems,
  }
}
