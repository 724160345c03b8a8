import { useState } from 'react'
import { MergeLossesDocument } from '#web/api/generated/graphql.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { mergeEdit } from '#web/parts/classify/lossEdit.ts'
import { useUnsentEdits } from '#web/parts/classify/useUnsentEdits.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { mergeRuns } from './losses.view.ts'
import type { LossRow } from './lossRow.ts'
import type { TakeBack } from './useTakeBack.ts'

export type Merge = {
  /** The pieces that wait for one of their reasons; null = none. */
  readonly asked: readonly LossRow[] | null
  readonly isBusy: boolean
  /** Makes one of the pieces of each stop, with the reason where they differ. */
  merge(pieces: readonly LossRow[], reasonId?: number): Promise<void>
  close(): void
}

/** Returns how pieces of stops become one each; where reasons differ the person is asked once, for one of them. */
export function useMerge(takeBack: TakeBack, onChanged: () => void): Merge {
  const { t } = useTexts('loss')
  const [asked, setAsked] = useState<readonly LossRow[] | null>(null)
  const merging = useChange(MergeLossesDocument, { withKey: (variables, requestKey) => ({ ...variables, requestKey }) })
  const unsent = useUnsentEdits()
  return {
    asked,
    isBusy: merging.isBusy,
    close: () => setAsked(null),
    merge: async (pieces, reasonId) => {
      const runs = mergeRuns(pieces.map((row) => ({ ...row.loss, row })))?.map((run) => run.map(({ row }) => row)) ?? null
      if (runs === null) return showToast(t('code.MERGE_NOT_NEIGHBOURS'))
      const said = reasonId === undefined ? {} : { reasonId }
      const open: LossRow[] = []
      let count = 0
      const batchId = newRequestKey()
      for (const run of runs) {
        const stops = run.map(({ stop }) => stop)
        const keep = async () => {
          const body = mergeEdit(stops, reasonId, unsent.now())
          return body !== null && (await unsent.add(body))
        }
        if (unsent.isWaiting() && (await keep())) continue
        const { data, problems } = await merging.run({
          input: { ids: stops.map(({ id }) => id), versions: stops.map(({ version }) => version), ...said },
          batchId,
        })
        const [problem] = problems
        if (data !== null) count += run.length
        else if (problem?.code === 'MERGE_REASON_REQUIRED') open.push(...run)
        else if (problem !== undefined && !(isTransient(problems) && (await keep()))) showToast(problemText(t, problem))
      }
      // All that differ are asked about at once: one reason for them all.
      setAsked(open.length === 0 ? null : open)
      if (count > 0) takeBack.put({ kind: 'merged', count, batchId })
      else onChanged()
    },
  }
}
