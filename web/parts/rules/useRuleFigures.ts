import { useQuery } from 'urql'
import { RuleFiguresDocument } from '#web/api/generated/graphql.ts'
import type { RuleFiguresQuery } from '#web/api/generated/graphql.ts'

export type RuleFigures = RuleFiguresQuery['notificationConfigFigures'][number]

/** Returns what the rules of the work center were worth, null = of all, by their ids; those that are not known yet are missing. */
export function useRuleFigures(workCenterId: number | null): ReadonlyMap<string, RuleFigures> {
  const variables = { workCenterIds: workCenterId === null ? null : [workCenterId] }
  const [{ data }] = useQuery({ query: RuleFiguresDocument, variables, requestPolicy: 'cache-and-network' })
  return new Map((data?.notificationConfigFigures ?? []).map((one) => [one.notificationConfigId, one]))
}
