import classes from './Avatar.module.css'

type AvatarProps = { readonly photo: string | null; readonly initials: string; readonly size?: number }

/** Returns the round picture of a person or company, or the initials; decoration beside a name, so nothing is read out. */
export function Avatar({ photo, initials, size = 32 }: AvatarProps) {
  return (
    <span className={classes['circle']} data-size={size} aria-hidden>
      {photo === null ? initials : <img src={photo} alt="" width={size} height={size} loading="lazy" />}
    </span>
  )
}
