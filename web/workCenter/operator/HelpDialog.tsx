import { useTexts } from '#web/texts/useTexts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import classes from './HelpDialog.module.css'

const KEYS = [
  ['1–9', 'help.tiles'],
  ['↑ ↓', 'help.rows'],
  ['u', 'help.undo'],
  ['l', 'help.later'],
  ['Esc Esc', 'help.leave'],
] as const

/** Returns what the screen does and which keys it has. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts('operator')
  return (
    <Dialog isOpen onClose={onClose} title={t('help.open')} closeLabel={t('state.close')}>
      <ul className={classes['how']}>
        <li>{t('help.tap')}</li>
        <li>{t('help.cut')}</li>
        <li>{t('help.why')}</li>
        <li>{t('help.idle')}</li>
      </ul>
      <dl className={classes['keys']}>
        {KEYS.map(([key, word]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(word)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
