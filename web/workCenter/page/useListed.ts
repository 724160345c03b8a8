import { useState } from 'react'
import { useClient } from 'urql'
import { WorkCentersDocument, type WorkCentersQuery } from '#web/api/generated/graphql.ts'

export type Listed = WorkCentersQuery['workCenters'][number]

/** Returns what the list of work centers already told of one, for the time until its own answer is there; null for a page that is opened by its address. */
export function useListed(deviceId: string): Listed | null {
  const client = useClient()
  const [listed] = useState(
    () => client.readQuery(WorkCentersDocument, {})?.data?.workCenters.find((one) => one.deviceId === deviceId) ?? null,
  )
  return listed
}
