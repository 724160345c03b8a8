import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { ChecklistAnswer } from '#engine/checklist/checklistTask.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import {
  type ChecklistSignatureInput,
  SaveChecklistAnswersDocument,
  type StartedChecklistInput,
  SubmitChecklistDocument,
  type SubmitChecklistMutation,
} from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { CHECKLIST_HAND_IN, type HandIn } from '#web/parts/handIn/handInKind.ts'
import { type Attempt, attemptOf, saidHere, sendOrKeep } from '#web/parts/outbox/attempt.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { createAnswerKeeper } from './answerKeeper.ts'
import { inputOf } from './runner.view.ts'

export type Answering = {
  /** Keeps answers on the server; what does not arrive goes with the next, or by itself. */
  keep(answers: readonly ChecklistAnswer[]): Promise<void>
  takeOver(answers: readonly ChecklistAnswer[]): Promise<void>
  submit(
    answers: readonly ChecklistAnswer[],
    signature: ChecklistSignatureInput | null,
    /** Of a correction of what was handed in. */
    reason?: string,
  ): Promise<HandedIn | null>
  /** Somebody else answers it. */
  readonly isTaken: boolean
  /** The last answers did not arrive yet. */
  readonly isUnsaved: boolean
  /** Why an answer was not taken. */
  readonly refused: ApiProblem | null
  readonly isBusy: boolean
  readonly problems: readonly ApiProblem[]
}

/** What became of a run that was handed in; KEPT = it waits on this device until it can be sent. */
export type HandedIn = 'KEPT' | SubmitChecklistMutation['submitChecklist']

/** How often what did not arrive is sent again. */
const AGAIN_MS = 10 * SECOND_MS

/** Returns how answers to an occurrence are kept and handed in. */
export function useAnswering(
  occurrenceId: number,
  told: Pick<HandIn, 'name' | 'place'>,
  /** Of what was begun on this device. */
  started: StartedChecklistInput | null,
): Answering {
  const { run: save } = useChange(SaveChecklistAnswersDocument)
  // The key is made with the attempt, since the outbox sends the same under it.
  const submit = useChange(SubmitChecklistDocument, { withKey: (variables) => variables })
  const unsent = useUnsent()
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
  const unknown = useRef<Attempt<HandIn['input']> | null>(null)
  return {
    keep: keeper.keep,
    takeOver: keeper.takeOver,
    submit: async (answers, signature, reason) => {
      const which = started === null ? { occurrenceId } : { started }
      const written = { ...which, answers: answers.map(inputOf), signature, ...(reason !== undefined && { reason }) }
      const attempt = attemptOf<HandIn['input']>(written, saidHere(unsent.now(), actingUserId()), unknown.current)
      let done: HandedIn | null = null
      const how = await sendOrKeep(attempt, {
        isWaiting: unsent.isWaiting,
        send: async (input, requestKey) => {
          const { data, problems } = await submit.run({ ...input, requestKey })
          done = data?.submitChecklist ?? null
          return problems
        },
        keep: (input, key) =>
          unsent.addKeyed(CHECKLIST_HAND_IN, key, { input, ...told, ...(started !== null && { hereId: occurrenceId }) } satisfies HandIn),
      })
      unknown.current = how === 'UNKNOWN' ? attempt : null
      if (how !== 'KEPT') return done
      // All answers are in what is kept.
      keeper.forget()
      return 'KEPT'
    },
    isTaken,
    isUnsaved,
    refused,
    isBusy: submit.isBusy,
    problems: submit.problems,
  }
}
