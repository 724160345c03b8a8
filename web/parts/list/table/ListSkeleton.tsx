import classes from './ListTable.module.css'

const ROWS = 8

/** Returns the outline of a list that is still loading. */
export function ListSkeleton({ label }: { readonly label: string }) {
  return (
    <div className={classes['skeleton']} role="status">
      <span className="hidden-text">{label}</span>
      {Array.from({ length: ROWS }, (_, index) => (
        <span key={index} aria-hidden />
      ))}
    </div>
  )
}
