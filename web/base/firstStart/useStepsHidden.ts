import { useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'

/** Returns whether the person has hidden the first steps of the company, or they are done, and the function that changes it. Kept in this browser for the person. */
export function useStepsHidden(): readonly [isHidden: boolean, setHidden: (isHidden: boolean) => void] {
  const viewer = useViewer()
  const key = `trueline.firstSteps.${viewer.company?.id ?? ''}.${viewer.id}`
  const [isHidden, setState] = useState(() => localStorage.getItem(key) === 'hidden')
  const setHidden = (next: boolean) => {
    if (next) localStorage.setItem(key, 'hidden')
    else localStorage.removeItem(key)
    setState(next)
  }
  return [isHidden, setHidden]
}
