import { useState } from 'react'
import { useClient } from 'urql'
import { AskAssistantDocument, AssistantPlacesDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { localeOf } from '#web/texts/language.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { type Exchange, useTalk } from './useTalk.ts'

export type Asking = {
  /** The talk so far, of this person in this company. */
  readonly exchanges: readonly Exchange[]
  readonly isAsking: boolean
  /** Asks; the exchange, or null while another question is on its way. */
  readonly ask: (question: string) => Promise<Exchange | null>
}

/** Returns the way to ask the assistant. `hereId` = the device of the page that is open: what names no machine is about that one. */
export function useAsking(hereId: string | null = null): Asking {
  const { t, i18n } = useTexts('assistant')
  const client = useClient()
  const viewer = useViewer()
  const { exchanges, add, memory } = useTalk(`${viewer.id} ${viewer.company?.id ?? ''}`)
  const [isAsking, setAsking] = useState(false)
  const ask = async (question: string): Promise<Exchange | null> => {
    if (isAsking) return null
    setAsking(true)
    const here = hereId === null ? null : await placeHere(hereId)
    const about = here === null ? memory.kept() : { workCenterId: here }
    const { data, error } = await client
      .query(AskAssistantDocument, { question, context: { ...about, language: localeOf(i18n) } }, { requestPolicy: 'network-only' })
      .toPromise()
    const answer = data?.ask ?? null
    if (answer?.memory) {
      const { workCenterId, groupId, isMine, jobOrderId, intent, measure } = answer.memory
      memory.keep({ workCenterId, groupId, isMine, jobOrderId, intent, measure })
    }
    const [problem] = problemsOf(error)
    const exchange = { question, answer, problem: problem ? problemText(t, problem) : null }
    add(exchange)
    setAsking(false)
    return exchange
  }
  const placeHere = async (deviceId: string): Promise<number | null> => {
    const { data } = await client.query(AssistantPlacesDocument, {}).toPromise()
    return data?.workCenters.find((place) => place.deviceId === deviceId)?.id ?? null
  }
  return { exchanges, isAsking, ask }
}
