import { useMemo } from 'react'
import { showToast } from '#web/base/toast.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { serverState } from '#web/base/serverState.ts'
import { outbox } from '#web/parts/outbox/theOutbox.ts'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { isClockKnown, serverNow } from '#web/ui/clock.ts'
import { LOSS_EDIT, lossEditOf } from './lossEdit.ts'
import type { LossEditBody } from './lossEdit.ts'

export type UnsentEdits = {
  /** Whether decisions go to the outbox at once: there is no connection, or others wait that were made before. */
  isWaiting(): boolean
  /** Keeps the decision until it can be sent; says so, or that there is no room. */
  add(body: LossEditBody): Promise<boolean>
  /** The server's time in UTC ms; null where this device never learned it. */
  now(): number | null
}

/** Returns how decisions about losses are kept while they cannot be sent. */
export function useUnsentEdits(): UnsentEdits {
  const { t } = useCommonTexts()
  return useMemo(
    () => ({
      isWaiting: () =>
        !navigator.onLine ||
        serverState() === 'away' ||
        outbox.state().entries.some((entry) => entry.refusal === null && lossEditOf(entry) !== null),
      add: async (body) => {
        // Somebody else may work at the station when it is sent.
        const acting = actingUserId()
        const said = acting === null ? body : { ...body, edit: { ...body.edit, actingUserId: acting } }
        const isKept = await outbox.add(LOSS_EDIT, said).catch(() => false)
        // The header counts the others.
        if (!isKept) showToast(t('unsent.full'))
        else if (outbox.state().entries.length === 1) showToast(t('unsent.kept'))
        return isKept
      },
      now: () => (isClockKnown() ? serverNow() : null),
    }),
    [t],
  )
}
