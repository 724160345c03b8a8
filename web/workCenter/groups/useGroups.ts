import { useState } from 'react'
import { type AnyVariables, type TypedDocumentNode, useClient, useQuery } from 'urql'
import { GroupsToArrangeDocument, MoveWorkCenterToGroupDocument } from '#web/api/generated/graphql.ts'
import { type ApiProblem, problemsOf } from '#web/api/problems.ts'
import { afterMoves, type Group, type Member, type Move, movesBack } from './groups.view.ts'

/** What became of moves: those that were done, and those that were refused with the reason of each. */
export type Moved = {
  readonly done: readonly Move[]
  readonly refused: readonly (Move & { readonly problem: ApiProblem })[]
  readonly isBack: boolean
}

export type Groups = {
  readonly groups: readonly Group[]
  /** Where the work centers are, moves on their way counted as done. */
  readonly members: readonly Member[]
  readonly isLoaded: boolean
  readonly isFetching: boolean
  readonly hasFailed: boolean
  readonly isMoving: boolean
  readonly moved: Moved | null
  move(moves: readonly Move[]): void
  undo(): void
  /** Takes the note about the last moves away. */
  forget(): void
  refetch(): void
}

/** What a change of groups may change on other screens: the answers that tell of them are asked again. */
const CHANGED = { additionalTypenames: ['WorkCenterGroup', 'WorkCenter'] }
const NONE: readonly never[] = []

/** Returns the groups and work centers; moves show at once, are taken back when they are refused, and can be undone (U-41). */
export function useGroups(isOpen: boolean): Groups {
  const client = useClient()
  const [{ data, error, fetching }, ask] = useQuery({ query: GroupsToArrangeDocument, pause: !isOpen })
  const [pending, setPending] = useState<readonly Move[]>(NONE)
  const [moved, setMoved] = useState<Moved | null>(null)
  const refetch = () => ask({ requestPolicy: 'network-only' })

  const send = async (moves: readonly Move[], isBack: boolean) => {
    if (moves.length === 0) return
    setMoved(null)
    setPending(moves)
    const done: Move[] = []
    const refused: (Move & { problem: ApiProblem })[] = []
    // One after the other: each waits for the same rows, and a refused one must not stop the others.
    for (const move of moves) {
      const answer = await client.mutation(MoveWorkCenterToGroupDocument, { workCenterId: move.id, groupId: move.to }).toPromise()
      if (answer.data) done.push(move)
      else refused.push({ ...move, problem: problemsOf(answer.error)[0] ?? { code: 'UNKNOWN', params: {} } })
    }
    await client.query(GroupsToArrangeDocument, {}, { requestPolicy: 'network-only' }).toPromise()
    setPending(NONE)
    setMoved({ done, refused, isBack })
  }
  return {
    groups: data?.workCenterGroups ?? NONE,
    members: afterMoves(data?.workCenters ?? NONE, pending),
    isLoaded: data !== undefined && data !== null,
    isFetching: fetching,
    hasFailed: error !== undefined,
    isMoving: pending.length > 0,
    moved,
    move: (moves) => void send(moves, false),
    undo: () => {
      if (moved !== null) void send(movesBack(moved.done), true)
    },
    forget: () => setMoved(null),
    refetch,
  }
}

/** Returns the function that asks for a change of a group and tells why it was refused; nothing when it was done. */
export function useGroupChange() {
  const client = useClient()
  return async <Data, Variables extends AnyVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<readonly ApiProblem[]> => {
    const { data, error } = await client.mutation<Data, Variables>(document, variables, CHANGED).toPromise()
    if (data != null) return []
    const problems = problemsOf(error)
    return problems.length > 0 ? problems : [{ code: 'UNKNOWN', params: {} }]
  }
}
