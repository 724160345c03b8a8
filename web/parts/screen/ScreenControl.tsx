import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/iconPaths.ts'

type ScreenControlProps = {
  readonly icon: IconName
  readonly label: string
  /** Left out where nothing is switched. */
  readonly isPressed?: boolean
  readonly className: string | undefined
  readonly onClick: () => void
}

/** Returns a button in the head of a screen that fills the window. */
export function ScreenControl({ icon, label, isPressed, className, onClick }: ScreenControlProps) {
  return (
    <button type="button" className={className} aria-label={label} title={label} aria-pressed={isPressed} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
