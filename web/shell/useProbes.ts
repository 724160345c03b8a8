import { useEffect } from 'react'
import type { Client } from 'urql'
import { SessionProfileDocument } from '#web/api/generated/graphql.ts'
import { isOutage } from '#web/api/outage.ts'
import { noteAway, type ServerState } from '#web/base/serverState.ts'

/** A tablet in a hall comes back within moments of the server, and a hundred of them do not keep it from starting. */
const PAUSE_MS = 3_000

/** Asks the server whether it answers, once there is a doubt and for as long as it is away; what it says is noted like every answer. */
export function useProbes(client: Client, state: ServerState): void {
  const isAway = state === 'away'
  const isWanted = isAway || state === 'doubted'
  useEffect(() => {
    if (!isWanted) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const probe = async (): Promise<void> => {
      const { error } = await client.query(SessionProfileDocument, {}, { requestPolicy: 'network-only' }).toPromise()
      if (isOver || !isOutage(error)) return
      noteAway()
      timer = setTimeout(() => void probe(), PAUSE_MS)
    }
    timer = setTimeout(() => void probe(), isAway ? PAUSE_MS : 0)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [client, isAway, isWanted])
}
