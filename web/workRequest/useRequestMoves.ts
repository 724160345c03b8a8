import { useRef, useState } from 'react'
import { MoveWorkRequestDocument } from '#web/api/generated/graphql.ts'
import type { ListedRequestFragment, MoveWorkRequestMutationVariables } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { type Attempt, attemptOf, saidHere, sendOrKeep } from '#web/parts/outbox/attempt.ts'
import { useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { type MoveBody, moveOf, WORK_REQUEST_MOVE } from '#web/parts/workRequest/requestKinds.ts'
import { isAsking, type RequestMove } from './workRequests.view.ts'

type Request = Pick<ListedRequestFragment, 'content' | 'id' | 'responsibleId' | 'version' | 'workCenterId'>
/** What is said with a move. */
export type MoveWords = { readonly comment: string | null; readonly responsibleId: string | null; readonly minutesWorked: number | null }

const NO_WORDS: MoveWords = { comment: null, responsibleId: null, minutesWorked: null }

export type RequestMoves = {
  /** The move before which something is asked; null = none. */
  readonly asked: { readonly request: Request; readonly move: RequestMove } | null
  /** The request that is on its way. */
  readonly busyId: number | null
  /** What was refused last, and of which request. */
  readonly refused: { readonly id: number; readonly problems: readonly ApiProblem[] } | null
  /** Moves that wait on this device until they can be sent. */
  readonly waiting: readonly MoveBody[]
  /** Moves the request, or asks first what must be said with it. */
  start(request: Request, move: RequestMove): void
  /** Answers what was refused, or nothing. */
  send(request: Request, move: RequestMove, words: MoveWords): Promise<readonly ApiProblem[]>
  close(): void
}

type Told = {
  readonly onMoved: () => void
  /** Called with why a move of which nothing was asked was refused. */
  readonly onRefused: (id: number, problem: ApiProblem) => void
}

/** Returns how requests are moved: at once where nothing must be said, and on this device until there is a connection. */
export function useRequestMoves({ onMoved, onRefused }: Told): RequestMoves {
  const [asked, setAsked] = useState<RequestMoves['asked']>(null)
  const [refused, setRefused] = useState<RequestMoves['refused']>(null)
  const moving = useChange(MoveWorkRequestDocument, { withKey: (variables) => variables })
  const unsent = useUnsent()
  const unknown = useRef<Attempt<Omit<MoveBody, 'actingUserId' | 'occurredAt'>> | null>(null)
  const { entries } = useOutbox()
  const send = async ({ id, version, content }: Request, { status }: RequestMove, words: MoveWords): Promise<readonly ApiProblem[]> => {
    const attempt = attemptOf({ id, version, status, ...words, content }, saidHere(unsent.now(), actingUserId()), unknown.current)
    let problems: readonly ApiProblem[] = []
    const how = await sendOrKeep(attempt, {
      isWaiting: unsent.isWaiting,
      send: async ({ content: _told, ...variables }, requestKey) => {
        const move: MoveWorkRequestMutationVariables = { ...variables, requestKey }
        problems = (await moving.run(move)).problems
        return problems
      },
      keep: (input, key) => unsent.addKeyed(WORK_REQUEST_MOVE, key, input),
    })
    unknown.current = how === 'UNKNOWN' ? attempt : null
    const left = how === 'SENT' || how === 'KEPT' ? [] : problems
    setRefused(left.length > 0 ? { id, problems: left } : null)
    // Somebody else moved it: what is shown is old.
    if (how === 'SENT' || left.some(({ code }) => code === 'CONFLICT')) onMoved()
    return left
  }
  const sendAtOnce = async (request: Request, move: RequestMove) => {
    const [problem] = await send(request, move, NO_WORDS)
    if (problem !== undefined) onRefused(request.id, problem)
  }
  return {
    asked,
    busyId: moving.sent?.id ?? null,
    refused,
    waiting: entries.flatMap((entry) => moveOf(entry) ?? []),
    start: (request, move) => {
      if (isAsking(request, move)) setAsked({ request, move })
      else void sendAtOnce(request, move)
    },
    send,
    close: () => setAsked(null),
  }
}
