import { useRef, useState } from 'react'
import { MoveLossReasonDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { type Branch, type Move, placeOf, staysPut } from './reasonTree.view.ts'

/** The last move that was saved, and the way back; null while it is on its way. */
export type SavedMove = { readonly move: Move; readonly back: Move | null }

export type ReasonMoves = {
  /** What is on its way, to be shown as if it were saved. */
  readonly pending: readonly Move[]
  readonly saved: SavedMove | null
  readonly problem: ApiProblem | null
  /** Moves a reason of the tree as it is shown. */
  move(tree: readonly Branch[], move: Move): void
  /** Forgets what was saved and refused. */
  forget(): void
}

/** Returns the moves of reasons: each shows at once and is saved after the one before; a refused one is taken back (U-41). */
export function useReasonMoves(refresh: () => Promise<unknown>): ReasonMoves {
  const moving = useChange(MoveLossReasonDocument)
  const [pending, setPending] = useState<readonly Move[]>([])
  const [saved, setSaved] = useState<SavedMove | null>(null)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const latest = useRef<Move | null>(null)
  const send = async (move: Move, back: Move | null) => {
    const { data, problems } = await moving.run(move)
    if (data === null) setProblem(problems[0] ?? null)
    await refresh()
    setPending((before) => before.filter((one) => one !== move))
    // Of several in a row the last one is offered to be undone: an earlier one would take back more than it says.
    if (data !== null && latest.current === move) setSaved({ move, back })
  }
  return {
    pending,
    saved,
    problem,
    move: (tree, move) => {
      if (staysPut(tree, move)) return
      const back = placeOf(tree, move.id)
      latest.current = move
      setProblem(null)
      setSaved(null)
      setPending((before) => [...before, move])
      last.current = last.current.then(() => send(move, back))
    },
    forget: () => {
      setSaved(null)
      setProblem(null)
    },
  }
}
