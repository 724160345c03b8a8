import { useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import {
  ApplyOrderImportDocument,
  CheckOrderImportDocument,
  EditOrderImportDocument,
  OrderImportDocument,
  UndoOrderImportDocument,
  type CheckOrderImportMutationVariables,
  type EditOrderImportMutationVariables,
  type OrderImportFieldsFragment,
} from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { KEYED } from '../keyed.ts'

type Counts = OrderImportFieldsFragment['counts']

export type OrderImportState = {
  readonly shown: OrderImportFieldsFragment | null
  readonly isFailed: boolean
  readonly isBusy: boolean
  readonly isApplying: boolean
  readonly problems: readonly ApiProblem[]
  /** What the check said before orders changed; null = they did not. */
  readonly outdated: Counts
  readonly again: () => void
  /** Resolves to whether it was checked. */
  readonly check: (choices: Omit<CheckOrderImportMutationVariables, 'id'>) => Promise<boolean>
  readonly edit: (changes: Omit<EditOrderImportMutationVariables, 'id'>) => Promise<boolean>
  readonly apply: (options: { readonly skipRefused: boolean }) => Promise<void>
  readonly undo: () => Promise<void>
}

/** Returns the import as it stands, and what a person does with it. */
export function useImport(id: number): OrderImportState {
  // The hub tells how far it is.
  const [result, again] = useFreshQuery(
    OrderImportDocument,
    { id },
    { workCenterIds: null, kinds: ['orderImport'] },
    { requestPolicy: 'cache-and-network' },
  )
  const checking = useChange(CheckOrderImportDocument)
  const editing = useChange(EditOrderImportDocument)
  const applying = useChange(ApplyOrderImportDocument, KEYED)
  const undoing = useChange(UndoOrderImportDocument, KEYED)
  const [outdated, setOutdated] = useState<Counts>(null)
  const shown = result.data?.jobOrdersImport ?? null
  const forget = () => {
    for (const change of [checking, editing, applying, undoing]) change.forget()
  }
  const check: OrderImportState['check'] = async (choices) => {
    forget()
    setOutdated(null)
    const { data } = await checking.run({ id, ...choices })
    again()
    return data !== null
  }
  return {
    shown,
    isFailed: result.error !== undefined && shown === null,
    isBusy: checking.isBusy || editing.isBusy || undoing.isBusy,
    isApplying: applying.isBusy || shown?.state === 'APPLYING',
    problems: [...checking.problems, ...editing.problems, ...applying.problems, ...undoing.problems],
    outdated,
    again,
    check,
    edit: async (changes) => {
      forget()
      const { data } = await editing.run({ id, ...changes })
      again()
      return data !== null
    },
    apply: async ({ skipRefused }) => {
      if (shown === null) return
      forget()
      const { problems } = await applying.run({ id, checkToken: shown.checkToken, skipRefused })
      // What changed since is checked again at once, and shown beside what was said before.
      if (problems.some(({ code }) => code === 'IMPORT_OUTDATED')) {
        setOutdated(shown.counts)
        await checking.run({ id })
      }
      again()
    },
    undo: async () => {
      forget()
      await undoing.run({ id })
      again()
    },
  }
}
