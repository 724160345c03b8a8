import { useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { useSavedViews } from '../savedViews.ts'

const HIDDEN = 'hidden'

/**
 * Returns whether the person has hidden the first steps of the company, or they are done, and the function that changes it. The server keeps it for the person and the
 * company; until it has answered, and without a connection, what this browser remembers holds. Paused, nothing is asked.
 */
export function useStepsHidden(isPaused: boolean): readonly [isHidden: boolean, setHidden: (isHidden: boolean) => void] {
  const viewer = useViewer()
  const key = `trueline.firstSteps.${viewer.company?.id ?? ''}.${viewer.id}`
  const [kept, setKept] = useState(() => localStorage.getItem(key) === HIDDEN)
  const [isTold, setTold] = useState(false)
  const { views, isLoaded, save, drop } = useSavedViews('FIRST_STEPS', isPaused)
  const setHidden = (next: boolean) => {
    if (next) localStorage.setItem(key, HIDDEN)
    else localStorage.removeItem(key)
    setKept(next)
    setTold(true)
    void (next ? save(HIDDEN, '') : Promise.all(views.map(({ id }) => drop(id))))
  }
  // What was said here just now holds before the server has it.
  return [isLoaded && !isTold ? views.length > 0 : kept, setHidden]
}
