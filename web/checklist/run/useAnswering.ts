import { useRef, useState } from 'react'
import type { ChecklistAnswer } from '#engine/checklist/checklistTask.ts'
import {
  type ChecklistSignatureInput,
  SaveChecklistAnswersDocument,
  SubmitChecklistDocument,
  type SubmitChecklistMutation,
} from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { useChange } from '#web/api/useChange.ts'
import { inputOf } from './runner.view.ts'

export type Answering = {
  /** Keeps answers on the server; what does not arrive goes with the next. */
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
  readonly isBusy: boolean
  readonly problems: readonly ApiProblem[]
}

/** Returns how answers to an occurrence are kept and handed in. */
export function useAnswering(occurrenceId: number): Answering {
  const save = useChange(SaveChecklistAnswersDocument)
  const submit = useChange(SubmitChecklistDocument)
  const [isTaken, setTaken] = useState(false)
  const [unsaved, setUnsaved] = useState<readonly ChecklistAnswer[]>([])
  const latest = useRef<readonly ChecklistAnswer[]>([])
  const attempt = useRef<{ readonly written: string; readonly key: string } | null>(null)
  const send = async (answers: readonly ChecklistAnswer[], isTakenOver: boolean): Promise<void> => {
    const { problems } = await save.run({ occurrenceId, answers: answers.map(inputOf), isTakenOver })
    setTaken(problems.some(({ code }) => code === 'ANSWERED_BY_ANOTHER'))
    latest.current = problems.length > 0 && isTransient(problems) ? answers : []
    setUnsaved(latest.current)
  }
  return {
    keep: async (answers) => {
      const keys = new Set(answers.map(({ taskKey }) => taskKey))
      await send([...latest.current.filter(({ taskKey }) => !keys.has(taskKey)), ...answers], false)
    },
    takeOver: (answers) => send(answers, true),
    submit: async (answers, signature) => {
      const input = { occurrenceId, answers: answers.map(inputOf), signature }
      const written = JSON.stringify(input)
      // The same again after a lost answer is handed in once.
      if (attempt.current?.written !== written) attempt.current = { written, key: newRequestKey() }
      const { data } = await submit.run({ ...input, requestKey: attempt.current.key })
      return data?.submitChecklist ?? null
    },
    isTaken,
    isUnsaved: unsaved.length > 0,
    isBusy: submit.isBusy,
    problems: submit.problems,
  }
}
