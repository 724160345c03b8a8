import { useMemo } from 'react'
import { useQuery } from 'urql'
import { type JobOrderInput, OrderWindowDocument } from '#web/api/generated/graphql.ts'
import { useSettled } from '#web/ui/useSettled.ts'

/** What the server says of a window, as instants and ms. */
export type OrderWindow = { readonly durationMs: number | null; readonly end: number | null }

/** Returns how long the order takes and when it ends by the shifts, asked when typing pauses; null until it is answered, where it is refused, and without an input. */
export function useOrderWindow(input: JobOrderInput | null): OrderWindow | null {
  const settled = useSettled(input)
  const variables = useMemo(() => ({ input: settled ?? {} }), [settled])
  const [{ data, fetching }] = useQuery({ query: OrderWindowDocument, variables, pause: settled === null, requestPolicy: 'network-only' })
  if (settled === null || fetching || data === undefined) return null
  const { planDuration, planEnd } = data.jobOrderWindow
  return { durationMs: planDuration === null ? null : planDuration * 1000, end: planEnd === null ? null : Date.parse(planEnd) }
}
