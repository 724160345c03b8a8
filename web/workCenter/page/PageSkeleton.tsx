import classes from './PageSkeleton.module.css'

/** Returns the grey outline of a work center's page, of its final size, while the first answer is on its way. */
export function PageSkeleton({ label }: { readonly label: string }) {
  return (
    <div className={classes['page']} role="status" aria-label={label}>
      <div className={classes['header']} />
      <div className={classes['wide']} />
      <div className={classes['main']} />
      <div className={classes['main']} />
    </div>
  )
}
