import classes from './TeamName.module.css'

type TeamNameProps = { readonly name: string; readonly color: string }

/** Returns the name of a team behind a mark in its colour; the name says it, the colour finds it. */
export function TeamName({ name, color }: TeamNameProps) {
  return (
    <span className={classes['team']}>
      <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden focusable={false}>
        <circle cx={6} cy={6} r={6} fill={color} />
      </svg>
      <span>{name}</span>
    </span>
  )
}
