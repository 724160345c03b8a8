import { useState, type ReactNode } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { areSingleKeysOn, setSingleKeys } from '#web/ui/singleKeys.ts'
import { visibleGroups } from '../navigation.ts'
import { useIsScreen } from '#web/base/useIsScreen.ts'
import { GO_TO } from './goTo.ts'
import classes from './KeyboardHelp.module.css'

const MODES = ['main', 'company', 'profile'] as const

type KeyboardHelpProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** Returns the keyboard map (U-43) of the viewer's pages, with the switch for keys without Ctrl. */
export function KeyboardHelp({ isOpen, onClose }: KeyboardHelpProps) {
  const { t } = useTexts('companion')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('keys.title')} closeLabel={t('state.close')}>
      <KeyboardMap />
    </Dialog>
  )
}

function KeyboardMap() {
  const { t } = useTexts('companion')
  const viewer = useViewer()
  const isScreen = useIsScreen()
  const [isOn, setOn] = useState(areSingleKeysOn)
  const open = new Set(MODES.flatMap((mode) => visibleGroups(mode, isScreen, viewer).flat()).map(({ path }) => path))
  return (
    <div className={classes['map']}>
      <section>
        <h3>{t('keys.everywhere')}</h3>
        <dl>
          <Row keys={<Chord modifier={isApple() ? '⌘' : 'Ctrl'} letter="K" />} does={t('keys.palette')} />
          <Row keys={<kbd>?</kbd>} does={t('keys.help')} />
          <Row keys={<kbd>/</kbd>} does={t('keys.search')} />
          <Row keys={<kbd>Esc</kbd>} does={t('keys.close')} />
        </dl>
      </section>
      <section>
        <h3>{t('keys.goTo')}</h3>
        <dl>
          {GO_TO.filter(({ path }) => open.has(path)).map(({ key, page, path }) => (
            <Row
              key={path}
              keys={
                <>
                  <kbd>g</kbd> {t('keys.then')} <kbd>{key}</kbd>
                </>
              }
              does={t(`page.${page}`)}
            />
          ))}
        </dl>
      </section>
      <div>
        <CheckField
          name="singleKeys"
          label={t('keys.single')}
          isChecked={isOn}
          onChange={(next) => {
            setSingleKeys(next)
            setOn(next)
          }}
        />
        <p className={classes['help']}>{t('keys.singleHelp')}</p>
      </div>
    </div>
  )
}

function Row({ keys, does }: { readonly keys: ReactNode; readonly does: string }) {
  return (
    <div className={classes['row']}>
      <dt>{does}</dt>
      <dd>{keys}</dd>
    </div>
  )
}

function Chord({ modifier, letter }: { readonly modifier: string; readonly letter: string }) {
  return (
    <>
      <kbd>{modifier}</kbd> + <kbd>{letter}</kbd>
    </>
  )
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
