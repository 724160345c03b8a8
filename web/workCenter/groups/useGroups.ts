import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import { GroupsToArrangeDocument, MoveWorkCenterToGroupDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { afterMoves, type Group, type Member, type Move, movesBack } from './groups.view.ts'

/** Result of moves: done ones, and refused ones with their reason. */
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

/** Typenames of answers on other screens that a change of groups makes outdated. */
export const GROUP_CHANGE = { touches: ['WorkCenterGroup', 'WorkCenter'] } as const
const NONE: readonly never[] = []

/** Returns the groups and work centers; moves show at once, are taken back when they are refused, and can be undone (U-41). */
export function useGroups(isOpen: boolean): Groups {
  const client = useClient()
  const moving = useChange(MoveWorkCenterToGroupDocument)
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
      const { data: answer, problems } = await moving.run({ workCenterId: move.id, groupId: move.to })
      const [problem] = problems
      if (answer === null && problem !== undefined) refused.push({ ...move, problem })
      else done.push(move)
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
