import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './PublicAccessDialog.module.css'

const SEEN = ['status', 'shift', 'oee', 'output'] as const
const HIDDEN = ['people', 'comments', 'reasons', 'rest'] as const

/** Returns the list of what strangers see and do not see: the fields of engine/workCenter/publicView.ts. */
export function WhatIsSeen() {
  const { t } = useTexts('publicAccess')
  return (
    <div className={classes['lists']}>
      <section>
        <h3>{t('seen.title')}</h3>
        <ul data-seen>
          {SEEN.map((what) => (
            <li key={what}>
              <Icon name="check" size={16} />
              <span>{t(`seen.${what}`)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{t('hidden.title')}</h3>
        <ul>
          {HIDDEN.map((what) => (
            <li key={what}>
              <Icon name="close" size={16} />
              <span>{t(`hidden.${what}`)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
