import { useMemo } from 'react'
import { actingUserId } from '#web/base/actingPerson.ts'
import { type Unsent, useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { LOSS_EDIT } from './lossEdit.ts'
import type { LossEditBody } from './lossEdit.ts'

export type UnsentEdits = Pick<Unsent, 'isWaiting' | 'now'> & {
  /** Keeps the decision until it can be sent; says so, or that there is no room. */
  add(body: LossEditBody): Promise<boolean>
  /** The same for all of one gesture, or for none of it; the caller says that it is kept. */
  addAll(bodies: readonly LossEditBody[]): Promise<boolean>
}

/** Returns how decisions about losses are kept while they cannot be sent. */
export function useUnsentEdits(): UnsentEdits {
  const unsent = useUnsent()
  return useMemo(
    () => ({
      isWaiting: unsent.isWaiting,
      now: unsent.now,
      add: (body) => unsent.add(LOSS_EDIT, [saidHere(body)]),
      addAll: (bodies) => unsent.add(LOSS_EDIT, bodies.map(saidHere), { isQuiet: true }),
    }),
    [unsent],
  )
}

/** Somebody else may work at the station when it is sent. */
function saidHere(body: LossEditBody): LossEditBody {
  return { ...body, edit: { ...body.edit, actingUserId: actingUserId() } }
}
