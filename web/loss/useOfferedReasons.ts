import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { BulkReasonsDocument, type BulkReasonsQuery, type BulkReasonsQueryVariables } from '#web/api/generated/graphql.ts'
import { commonChoices } from './losses.view.ts'

/** A reason with whether its time counts in OEE. */
export type BulkChoice = BulkReasonsQuery['lossCategories'][number]['reason']

export type OfferedReasons = {
  /** Those that every work center offers; null while that is being asked, or where it failed. */
  readonly choices: readonly BulkChoice[] | null
  readonly isFailed: boolean
  readonly retry: () => void
}

/** Returns the reasons that may be given at all of the work centers. */
export function useOfferedReasons(workCenterIds: readonly number[], source: BulkReasonsQueryVariables['source']): OfferedReasons {
  const client = useClient()
  const [choices, setChoices] = useState<readonly BulkChoice[] | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const asked = [...new Set(workCenterIds)].toSorted((left, right) => left - right).join(' ')
  useEffect(() => {
    let isOver = false
    const ids = asked === '' ? [] : asked.split(' ').map(Number)
    const ask = async (): Promise<void> => {
      const answers = await Promise.all(ids.map((workCenterId) => client.query(BulkReasonsDocument, { workCenterId, source }).toPromise()))
      if (isOver) return
      const offered = answers.flatMap(({ data }) => (data === undefined ? [] : [data.lossCategories.map(({ reason }) => reason)]))
      setFailed(offered.length < ids.length)
      setChoices(offered.length < ids.length ? null : commonChoices(offered))
    }
    void ask()
    return () => {
      isOver = true
    }
  }, [client, asked, source, attempt])
  return { choices, isFailed, retry: () => setAttempt((count) => count + 1) }
}
