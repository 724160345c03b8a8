import type { ChecklistAnswer } from '#engine/checklist/checklistTask.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { isTransient } from '#web/api/sendPatiently.ts'

type KeptState = {
  /** Somebody else answers it. */
  readonly isTaken: boolean
  /** Answers that did not arrive yet. */
  readonly unsaved: readonly ChecklistAnswer[]
  /** Why an answer was not taken, until it is given anew; the first of them. */
  readonly refused: ApiProblem | null
}

export type AnswerKeeper = {
  readonly subscribe: (told: () => void) => () => void
  readonly state: () => KeptState
  /** Keeps answers on the server; what does not arrive goes with the next, or when it is tried again. */
  keep(answers: readonly ChecklistAnswer[]): Promise<void>
  /** Goes on with what somebody else answers: with these answers, or with what there is. */
  takeOver(answers: readonly ChecklistAnswer[]): Promise<void>
  /** Sends what did not arrive. */
  again(): Promise<void>
  /** Forgets what did not arrive: it goes another way. */
  forget(): void
}

type Send = (answers: readonly ChecklistAnswer[], isTakenOver: boolean) => Promise<readonly ApiProblem[]>

/** Returns what keeps the answers of a run: one request at a time, and no answer is forgotten before it arrived or was refused (CL-7). */
export function createAnswerKeeper(send: Send): AnswerKeeper {
  const waiting = new Map<string, ChecklistAnswer>()
  const refusals = new Map<string, ApiProblem>()
  const listeners = new Set<() => void>()
  let state: KeptState = { isTaken: false, unsaved: [], refused: null }
  let sending: Promise<void> | null = null
  const tell = (isTaken: boolean, isUnsaved: boolean) => {
    const [refused = null] = refusals.values()
    state = { isTaken, unsaved: isUnsaved ? [...waiting.values()] : [], refused }
    for (const listener of listeners) listener()
  }
  const arrived = (answers: readonly ChecklistAnswer[], problem: ApiProblem | null) => {
    for (const answer of answers) {
      // Answered anew while it was on its way, the new one still has to go.
      if (waiting.get(answer.taskKey) === answer) waiting.delete(answer.taskKey)
      if (problem === null) refusals.delete(answer.taskKey)
      else refusals.set(answer.taskKey, problem)
    }
  }
  const sendWaiting = async (isTakenOver: boolean): Promise<void> => {
    let isOneByOne = false
    let isAsked = isTakenOver
    while (waiting.size > 0 || isAsked) {
      isAsked = false
      const batch = [...waiting.values()].slice(0, isOneByOne ? 1 : waiting.size)
      const problems = await send(batch, isTakenOver)
      const [problem = null] = problems
      if (isTransient(problems)) return tell(state.isTaken, true)
      if (problems.some(({ code }) => code === 'ANSWERED_BY_ANOTHER')) return tell(true, false)
      // One that is refused does not keep the others from being kept.
      if (problem !== null && batch.length > 1) isOneByOne = true
      else arrived(batch, problem)
    }
    tell(false, false)
  }
  const flush = async (isTakenOver: boolean): Promise<void> => {
    while (sending !== null) await sending
    if (waiting.size === 0 && !isTakenOver) return
    sending = sendWaiting(isTakenOver).finally(() => {
      sending = null
    })
    await sending
  }
  const put = (answers: readonly ChecklistAnswer[], isTakenOver: boolean): Promise<void> => {
    for (const answer of answers) waiting.set(answer.taskKey, answer)
    return flush(isTakenOver)
  }
  return {
    subscribe: (told) => {
      listeners.add(told)
      return () => listeners.delete(told)
    },
    state: () => state,
    keep: (answers) => put(answers, false),
    takeOver: (answers) => put(answers, true),
    again: () => flush(false),
    forget: () => {
      waiting.clear()
      tell(state.isTaken, false)
    },
  }
}
