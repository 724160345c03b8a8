import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { ReasonRankingsDocument, type ReasonRankingsQuery } from '#web/api/generated/graphql.ts'

type Rankings = ReasonRankingsQuery['lossReasonRankings']

const NONE: Rankings = []
/** Reasons do not wait longer for their order: they stand by name then, and stay so while the drawer is open. */
const LATE_MS = 1_000

/** Returns which reasons to offer first at the work center; null while that is being asked, and none where it comes too late or not at all. */
export function useRankings(workCenterId: number, lateMs = LATE_MS): Rankings | null {
  const [ranked] = useQuery({ query: ReasonRankingsDocument, variables: { workCenterId } })
  const [isLate, setLate] = useState(false)
  const isKnown = ranked.data !== undefined || ranked.error !== undefined
  useEffect(() => {
    if (isKnown) return undefined
    const timer = setTimeout(() => setLate(true), lateMs)
    return () => clearTimeout(timer)
  }, [isKnown, lateMs])
  if (isLate) return NONE
  return isKnown ? (ranked.data?.lossReasonRankings ?? NONE) : null
}
