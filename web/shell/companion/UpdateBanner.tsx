import { useEffect, useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { startServiceWorker } from './serviceWorker.ts'
import classes from './UpdateBanner.module.css'

/** Returns the offer to load a newer version, once it is there; it waits for as long as somebody works on the page. */
export function UpdateBanner() {
  const { t } = useTexts('companion')
  const [apply, setApply] = useState<(() => void) | null>(null)
  useEffect(() => {
    void startServiceWorker((next) => setApply(() => next))
  }, [])
  return (
    <div role="status">
      {apply !== null && (
        <div className={classes['banner']}>
          <p>{t('update.ready')}</p>
          <ActionButton onClick={() => setApply(null)}>{t('update.later')}</ActionButton>
          <ActionButton isMain onClick={apply}>
            {t('state.newVersion')}
          </ActionButton>
        </div>
      )}
    </div>
  )
}
