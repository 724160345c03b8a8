import type { Client } from 'urql'
import { type MoveEffectFragment, PreviewMoveDocument } from '#web/api/generated/graphql.ts'
import { turnedEffect } from './board.view.ts'

/** The way back of a move: behind which order the moved one stood, null = it was the first. */
export type WayBack = { readonly id: number; readonly workCenterId: number; readonly after: number | null }

/** Returns what a move did that is saved already, told by what taking it back would do; null where that cannot be learned. */
export async function effectDone(client: Client, back: WayBack): Promise<MoveEffectFragment | null> {
  const { data } = await client.query(PreviewMoveDocument, back, { requestPolicy: 'network-only' }).toPromise()
  return data == null ? null : turnedEffect(data.previewJobOrderMove.effect)
}
