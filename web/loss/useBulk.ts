import { useRef, useState } from 'react'
import { UndoLossBatchDocument, UpdateLossesPartiallyDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { serverNow } from '#web/ui/clock.ts'
import { type BulkPlan, bulkPlan, inBatches, lastingBy } from './losses.view.ts'
import type { LossRow } from './lossRow.ts'

/** So many losses go in one request: between two the person may stop. */
const AT_ONCE = 200

/** How far the gesture is, and what was refused of it. */
export type BulkRun = { readonly doneCount: number; readonly totalCount: number; readonly isStopping: boolean }

export type BulkSaved = { readonly batchId: string; readonly count: number; readonly keptCount: number | null }

export type Bulk = {
  /** What the chosen losses are now, as the list has them; null = nothing is asked. */
  readonly plan: BulkPlan | null
  readonly run: BulkRun | null
  /** Why losses stayed, each code with their number. */
  readonly refused: ReadonlyMap<string, number>
  readonly problems: readonly ApiProblem[]
  /** What the last gesture said; `keptCount` is there once it was taken back. */
  readonly saved: BulkSaved | null
  ask(ids: readonly number[]): void
  choose(choice: { readonly id: number }, comment: string | null): Promise<void>
  stop(): void
  close(): void
  undo(): Promise<void>
  forget(): void
}

const NONE: ReadonlyMap<string, number> = new Map()

/** Returns how many losses get one reason: some at a time, each that can be changed, until the person stops; one undo takes back all of it. */
export function useBulk(rows: readonly LossRow[], onChanged: () => void): Bulk {
  const [ids, setIds] = useState<readonly number[] | null>(null)
  const [run, setRun] = useState<BulkRun | null>(null)
  const [refused, setRefused] = useState(NONE)
  const [saved, setSaved] = useState<BulkSaved | null>(null)
  const isStopped = useRef(false)
  const each = useChange(UpdateLossesPartiallyDocument, { withKey: (variables, requestKey) => ({ ...variables, requestKey }) })
  const back = useChange(UndoLossBatchDocument, { withKey: (variables, requestKey) => ({ ...variables, requestKey }) })
  // As the list has them by now: another person may have been faster.
  const chosen = rows.filter(({ stop }) => ids?.includes(stop.id))
  const plan =
    ids === null
      ? null
      : bulkPlan(
          chosen.map(({ stop }) => stop),
          lastingBy(chosen, serverNow()),
        )
  const close = () => {
    setIds(null)
    setRefused(NONE)
    each.forget()
  }
  return {
    plan,
    run,
    refused,
    problems: each.problems,
    saved,
    ask: setIds,
    choose: async (choice, comment) => {
      if (plan === null || run !== null) return
      const { changed } = plan
      const batchId = newRequestKey()
      const codes = new Map<string, number>()
      let doneCount = 0
      let count = 0
      isStopped.current = false
      setSaved(null)
      for (const part of inBatches(changed, AT_ONCE)) {
        if (isStopped.current) break
        setRun({ doneCount, totalCount: changed.length, isStopping: false })
        const said = comment === null ? {} : { comment }
        const input = { ids: part.map(({ id }) => id), versions: part.map(({ version }) => version), reasonId: choice.id, ...said }
        const { data } = await each.run({ input, batchId })
        if (data === null) break
        for (const { isChanged, errorCode } of data.updateLossesPartially) {
          if (isChanged) count++
          else codes.set(errorCode ?? 'UNKNOWN', (codes.get(errorCode ?? 'UNKNOWN') ?? 0) + 1)
        }
        doneCount += part.length
      }
      setRun(null)
      setRefused(codes)
      if (count > 0) setSaved({ batchId, count, keptCount: null })
      if (codes.size === 0 && doneCount === changed.length) close()
      onChanged()
    },
    stop: () => {
      isStopped.current = true
      setRun((known) => known && { ...known, isStopping: true })
    },
    close,
    undo: async () => {
      if (saved === null) return
      const { data } = await back.run({ batchId: saved.batchId })
      if (data !== null) setSaved({ ...saved, keptCount: data.undoLossBatch.keptCount })
      onChanged()
    },
    forget: () => setSaved(null),
  }
}
