import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { PreviewMoveDocument, type PreviewMoveQuery } from '#web/api/generated/graphql.ts'

/** A move that is not made yet. */
export type TriedMove = { readonly id: number; readonly placeId: number; readonly after: number | null }

/** What a move would do, and the token that it is saved with. */
export type MovePreview = PreviewMoveQuery['previewJobOrderMove']

/** So long a card rests at a place before it is asked what that would do. */
const REST_MS = 120

/** Returns what the move would do, and the token of that answer; null until it is known, and where nothing is tried. Each move is asked once as long as one goes on. */
export function useMovePreview(move: TriedMove | null): MovePreview | null {
  const client = useClient()
  const [known, setKnown] = useState<ReadonlyMap<string, MovePreview>>(new Map())
  const key = move === null ? null : `${move.id} ${move.placeId} ${move.after}`
  const isMoving = move !== null
  useEffect(() => {
    // What was answered during one move is no answer to the next one.
    if (!isMoving) setKnown(new Map())
  }, [isMoving])
  useEffect(() => {
    if (move === null || key === null) return
    let isLeft = false
    const rest = setTimeout(async () => {
      const variables = { id: move.id, workCenterId: move.placeId, after: move.after }
      const { data } = await client.query(PreviewMoveDocument, variables, { requestPolicy: 'network-only' }).toPromise()
      if (!isLeft && data != null) setKnown((before) => new Map(before).set(key, data.previewJobOrderMove))
    }, REST_MS)
    return () => {
      isLeft = true
      clearTimeout(rest)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key says which move it is
  }, [key, client])
  return key === null ? null : (known.get(key) ?? null)
}
