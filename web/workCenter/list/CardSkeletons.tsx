import classes from './CardSkeletons.module.css'

const CARDS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Returns grey tools and cards of the final size while the first answer is on its way. */
export function CardSkeletons({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label}>
      <div className={classes['tools']} />
      <div className={classes['counters']} />
      <div className={classes['cards']}>
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
    </div>
  )
}
