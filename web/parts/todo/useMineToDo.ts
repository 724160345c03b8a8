import { useMemo } from 'react'
import { mayAnswerChecklists } from '#engine/checklist/mayUseChecklists.ts'
import { mayEditLosses } from '#engine/loss/mayEditLoss.ts'
import { isOpenRequest, WORK_REQUEST_STATUSES } from '#engine/workRequest/workRequestStatus.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { MineToDoDocument } from '#web/api/generated/graphql.ts'
import { type ApiProblem, problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { closedHere } from './taskClosing.ts'
import { leftOut, type Todo, todosOf } from './todo.view.ts'
import { useDoer } from './useDoer.ts'

/** Tasks follow facts a moment later, and what is due by the clock is told by nothing else. */
const ASK_EVERY_MS = 60_000
const OPEN_REQUESTS = WORK_REQUEST_STATUSES.filter(isOpenRequest)

export type MineToDo = {
  /** null = not known yet. */
  readonly todos: readonly Todo[] | null
  /** What is asked for and not among them, of each kind. */
  readonly left: ReturnType<typeof leftOut>
  readonly problem: ApiProblem | null
  readonly isFailed: boolean
  readonly ask: () => void
}

/** Returns what the viewer is asked to do, at one work center or at all that they see, kept fresh: tasks, checklists and work requests, as far as they may do them. */
export function useMineToDo(workCenterId: number | null): MineToDo {
  const viewer = useViewer()
  const doer = useDoer()
  const [hasTasks, hasChecklists] = [mayEditLosses(viewer), mayAnswerChecklists(viewer)]
  const variables = useMemo(
    () => ({
      workCenterId,
      workCenterIds: workCenterId === null ? null : [workCenterId],
      statuses: [...OPEN_REQUESTS],
      me: doer ?? viewer.id,
      hasTasks,
      hasChecklists,
      // Work requests are given to people, not to stations.
      hasRequests: hasTasks && doer !== null,
    }),
    [workCenterId, viewer.id, doer, hasTasks, hasChecklists],
  )
  const interest = useMemo(
    () => ({
      workCenterIds: workCenterId === null ? null : [workCenterId],
      kinds: ['loss', 'output', 'checklist', 'workRequest'] as const,
    }),
    [workCenterId],
  )
  const [result, ask] = useFreshQuery(MineToDoDocument, variables, interest, {
    pause: !hasTasks && !hasChecklists,
    everyMs: ASK_EVERY_MS,
  })
  const { data, error } = result
  const { entries } = useOutbox()
  const todos = useMemo(() => {
    // What was closed on this device is done, though the server does not know.
    const closed = closedHere(entries)
    return data === undefined ? null : todosOf(data).filter((todo) => todo.kind !== 'TASK' || !closed.has(todo.task.id))
  }, [data, entries])
  const left = useMemo(() => leftOut(data), [data])
  const isNobodys = !hasTasks && !hasChecklists
  return {
    todos: isNobodys ? [] : todos,
    left,
    problem: problemsOf(error)[0] ?? null,
    isFailed: error !== undefined && data === undefined,
    ask,
  }
}
