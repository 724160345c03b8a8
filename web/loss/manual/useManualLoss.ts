import { useState } from 'react'
import { DeleteEnteredLossDocument, EnterLossDocument, UndoLossBatchDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import type { LossRow } from '../lossRow.ts'
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
  /** Returns why it was refused, nothing where it is saved. */
  save(fields: ManualFields, span: Span): Promise<readonly ApiProblem[]>
  remove(row: LossRow): Promise<readonly ApiProblem[]>
  undo(): Promise<void>
  forget(): void
}

/** Returns how people enter losses, change and delete them; the last of these can be taken back, with all that gave way to it. */
export function useManualLoss(onChanged: () => void): ManualLosses {
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
    save: async (fields, span) => {
      const batchId = newRequestKey()
      const row = asked?.row ?? null
      const { data, problems } = await entering.run({ input: inputOf(fields, span, row), batchId })
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
