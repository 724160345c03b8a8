import classes from './FirstStart.module.css'
import { FirstSteps } from './FirstSteps.tsx'

/** Returns the first steps above a list that has work centers already: one line until it is unfolded. */
export default function StepsAbove({ onHide }: { readonly onHide: () => void }) {
  return (
    <div className={classes['above']}>
      <FirstSteps onHide={onHide} isFoldable />
    </div>
  )
}
