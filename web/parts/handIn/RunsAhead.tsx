import { useEffect } from 'react'
import { useClient } from 'urql'
import { ChecklistRunDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { logFailure } from '#web/ui/log.ts'
import { keepRunsAhead, keptRuns } from './keptRuns.ts'

export type RunsAheadProps = { /** Of the open ones, the one due first before the others. */ readonly ids: readonly number[] }

/** Draws nothing: has what the open checklists ask kept on this device, so that they can be opened without a connection (domain.md CL-10). */
export function RunsAhead({ ids }: RunsAheadProps) {
  const client = useClient()
  const { id, company } = useViewer()
  const owner = `${id}@${company?.id ?? ''}`
  const asked = ids.join(' ')
  useEffect(() => {
    let isGone = false
    const read = async (occurrenceId: number) => {
      const { data } = await client.query(ChecklistRunDocument, { id: occurrenceId }, { requestPolicy: 'network-only' }).toPromise()
      return data?.checklistOccurrence ?? null
    }
    const open = asked === '' ? [] : asked.split(' ').map(Number)
    keepRunsAhead({ owner, ids: open, rows: keptRuns, read, now: Date.now, isGone: () => isGone }).catch((error: unknown) =>
      logFailure('Checklists could not be kept for later', error),
    )
    return () => {
      isGone = true
    }
  }, [client, owner, asked])
  return null
}
