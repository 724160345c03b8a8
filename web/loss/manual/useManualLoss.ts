import { useState } from 'react'
import { DeleteEnteredLossDocument, EnterLossDocument, UndoLossBatchDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import type { LossRow } from '../lossRow.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { MANUAL_LOSS, type ManualLossBody } from '#web/parts/classify/manualLossKind.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { inputOf, type ManualFields, type Span } from './manualLoss.view.ts'

/** What was done last; `keptCount` is there once it was taken back: what stays, since more was said of it. */
export type ManualSaved = {
  readonly kind: 'entered' | 'changed' | 'deleted'
  readonly batchId: string
  readonly keptCount: number | null
}

export type ManualLosses = {
  /** The loss that is entered or changed (`row`); null = none. */
  readonly asked: { readonly row: LossRow | null } | null
  readonly isBusy: boolean
  readonly saved: ManualSaved | null
  add(): void
  edit(row: LossRow): void
  close(): void
  /** Returns why it was refused, nothing where it is saved, or kept until it can be sent; `names` are for the list of what waits. */
  save(fields: ManualFields, span: Span, names: Pick<ManualLossBody, 'place' | 'reason'>): Promise<readonly ApiProblem[]>
  remove(row: LossRow): Promise<readonly ApiProblem[]>
  undo(): Promise<void>
  forget(): void
}

/** Returns how people enter losses, change and delete them; the last of these can be taken back, with all that gave way to it. Without a connection what is entered waits in the outbox. */
export function useManualLoss(onChanged: () => void): ManualLosses {
  const unsent = useUnsent()
  const [asked, setAsked] = useState<ManualLosses['asked']>(null)
  const [saved, setSaved] = useState<ManualSaved | null>(null)
  const entering = useChange(EnterLossDocument, { withKey: (variables, requestKey) => ({ ...variables, requestKey }) })
  const removing = useChange(DeleteEnteredLossDocument, { withKey: (variables, requestKey) => ({ ...variables, requestKey }) })
  const back = useChange(UndoLossBatchDocument, { withKey: (variables, requestKey) => ({ ...variables, requestKey }) })
  const done = (kind: ManualSaved['kind'], batchId: string) => {
    setSaved({ kind, batchId, keptCount: null })
    onChanged()
  }
  return {
    asked,
    isBusy: entering.isBusy || removing.isBusy,
    saved,
    add: () => setAsked({ row: null }),
    edit: (row) => setAsked({ row }),
    close: () => setAsked(null),
    save: async (fields, span, names) => {
      const batchId = newRequestKey()
      const row = asked?.row ?? null
      const input = inputOf(fields, span, row)
      /** A loss that takes the place of another needs the server: what is there now decides. */
      const keep = async () => {
        const [now, acting] = [unsent.now(), actingUserId()]
        const late = {
          ...input,
          ...(now !== null && { occurredAt: new Date(now).toISOString() }),
          ...(acting !== null && { actingUserId: acting }),
        }
        return row === null && (await unsent.add(MANUAL_LOSS, [{ ...names, input: late } satisfies ManualLossBody]))
      }
      // What waits already goes first.
      if (unsent.isWaiting() && (await keep())) {
        setAsked(null)
        return []
      }
      const { data, problems } = await entering.run({ input, batchId })
      if (data === null && isTransient(problems) && (await keep())) {
        setAsked(null)
        return []
      }
      if (data === null) return problems
      setAsked(null)
      done(row === null ? 'entered' : 'changed', batchId)
      return []
    },
    remove: async ({ stop }) => {
      const batchId = newRequestKey()
      const { data, problems } = await removing.run({ id: stop.id, version: stop.version, batchId })
      if (data === null) return problems
      done('deleted', batchId)
      return []
    },
    undo: async () => {
      if (saved === null) return
      const { data } = await back.run({ batchId: saved.batchId })
      if (data !== null) setSaved({ ...saved, keptCount: data.undoLossBatch.keptCount })
      onChanged()
    },
    forget: () => setSaved(null),
  }
}
