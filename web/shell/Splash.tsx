import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useDelayed } from '#web/ui/useDelayed.ts'
import classes from './Splash.module.css'

/** Returns the page until the session and its time zone are known. During a company switch it names the target. */
export function Splash({ switchingTo }: { readonly switchingTo: string | null }) {
  const { t } = useCommonTexts()
  const isSlow = useDelayed(true)
  if (switchingTo === null && !isSlow) return null
  return (
    <main className={classes['splash']} role="status">
      <img src="/logo.svg" alt="" width="48" height="48" />
      <p>{switchingTo === null ? t('state.loading') : t('company.switchingTo', { name: switchingTo })}</p>
    </main>
  )
}
