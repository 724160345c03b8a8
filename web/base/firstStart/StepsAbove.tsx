import classes from './FirstStart.module.css'
import { FirstSteps } from './FirstSteps.tsx'
import { useKeepSteps } from './useKeepSteps.ts'

/** Returns the first steps above a list that has work centers already: one line until it is unfolded. */
export default function StepsAbove({ onHide }: { readonly onHide: (kept: Promise<unknown>) => void }) {
  const keep = useKeepSteps()
  return (
    <div className={classes['above']}>
      <FirstSteps onHide={() => onHide(keep(true))} isFoldable />
    </div>
  )
}
