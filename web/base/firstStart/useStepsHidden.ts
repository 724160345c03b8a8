import { useState } from 'react'
import { useQuery } from 'urql'
import { SavedViewsDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'

const HIDDEN = 'hidden'
const STEPS = { list: 'FIRST_STEPS' } as const

type SetHidden = (isHidden: boolean, kept: Promise<unknown>) => void

/**
 * Returns whether the person has hidden the first steps of the company, or they are done, and the function that changes it, with the promise that the server keeps it: for
 * the person and the company. Until it has answered, and without a connection, what this browser remembers holds. Paused, nothing is asked.
 */
export function useStepsHidden(isPaused: boolean): readonly [isHidden: boolean, setHidden: SetHidden] {
  const viewer = useViewer()
  const key = `trueline.firstSteps.${viewer.company?.id ?? ''}.${viewer.id}`
  const [remembered, setRemembered] = useState(() => localStorage.getItem(key) === HIDDEN)
  const [isTold, setTold] = useState(false)
  const [answer, ask] = useQuery({ query: SavedViewsDocument, variables: STEPS, pause: isPaused })
  const views = answer.data?.savedViews
  const setHidden: SetHidden = (next, kept) => {
    if (next) localStorage.setItem(key, HIDDEN)
    else localStorage.removeItem(key)
    setRemembered(next)
    setTold(true)
    void kept.then(() => ask({ requestPolicy: 'network-only' }))
  }
  // What was said here just now holds before the server has it.
  return [views !== undefined && !isTold ? views.length > 0 : remembered, setHidden]
}
