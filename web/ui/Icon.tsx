import classes from './Icon.module.css'
import { ICON_PATHS, type IconName } from './iconPaths.ts'

/** Returns a line icon that says nothing by itself: the text beside it, or the label of the control, does. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className={classes['icon']} width={size} height={size} viewBox="0 0 24 24" aria-hidden focusable={false}>
      <path d={ICON_PATHS[name]} />
    </svg>
  )
}
