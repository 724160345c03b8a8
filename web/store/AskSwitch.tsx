import { useCopy } from '#web/base/useCopy.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './StorePage.module.css'

/** Returns the button that copies what to write to an administrator, for who may not switch an extension (domain.md ST-1). */
export function AskSwitch({ title, activated }: { readonly title: string; readonly activated: boolean }) {
  const { t } = useTexts('store')
  const { copy, outcome } = useCopy()
  const text = t(activated ? 'askOffText' : 'askOnText', { name: title, address: `${location.origin}/store` })
  return (
    <>
      <ActionButton onClick={() => void copy(text)}>{t('copyAsk')}</ActionButton>
      <span role="status">{outcome !== null && t(outcome)}</span>
      {outcome === 'message.copyFailed' && <p className={classes['about']}>{text}</p>}
    </>
  )
}
