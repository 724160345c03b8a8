import classes from './CardSkeletons.module.css'

const CARDS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Returns grey cards of the final size while the first answer is on its way. */
export function CardSkeletons({ label }: { readonly label: string }) {
  return (
    <div className={classes['cards']} role="status" aria-label={label}>
      {CARDS.map((card) => (
        <div key={card} className={classes['card']}>
          <span className={classes['head']} />
          <span />
          <span className={classes['figure']} />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}
