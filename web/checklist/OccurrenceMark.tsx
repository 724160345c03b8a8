import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/iconPaths.ts'
import classes from './ChecklistsPage.module.css'
import { lookOf, type Occurrence, type OccurrenceLook } from './occurrence.view.ts'

const ICONS: Readonly<Record<OccurrenceLook, IconName>> = {
  due: 'clock',
  started: 'edit',
  done: 'check',
  deviation: 'alert',
  missed: 'close',
  foundLate: 'history',
  skipped: 'forward',
  cancelled: 'close',
}

/** Returns how an occurrence stands, as a word with a shape. */
export function OccurrenceMark({ occurrence }: { readonly occurrence: Occurrence }) {
  const { t } = useTexts('checklist')
  const look = lookOf(occurrence)
  return (
    <span className={classes['mark']} data-bad={look === 'deviation' || look === 'missed' || undefined}>
      <Icon name={ICONS[look]} size={16} /> {t(`look.${look}`)}
    </span>
  )
}
