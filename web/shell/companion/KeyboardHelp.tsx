import { Link } from '@tanstack/react-router'
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
      <KeyboardMap onClose={onClose} />
    </Dialog>
  )
}

function KeyboardMap({ onClose }: Pick<KeyboardHelpProps, 'onClose'>) {
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
        <h3>{t('keys.lists')}</h3>
        <dl>
          <Row keys={<Keys names={['J', 'K']} />} does={t('keys.rows')} />
          <Row keys={<kbd>X</kbd>} does={t('keys.select')} />
          <Row keys={<kbd>Enter</kbd>} does={t('keys.open')} />
          <Row keys={<kbd>F</kbd>} does={t('keys.filters')} />
          <Row keys={<kbd>V</kbd>} does={t('keys.views')} />
        </dl>
      </section>
      <section>
        <h3>{t('keys.losses')}</h3>
        <dl>
          <Row keys={<kbd>R</kbd>} does={t('keys.lossReason')} />
          <Row keys={<Keys names={['1', '…', '9']} />} does={t('keys.lossNumber')} />
          <Row keys={<Keys names={['S', 'A', 'M', 'E']} />} does={t('keys.lossActs')} />
          <Row keys={<Keys names={['[', ']']} />} does={t('keys.lossDays')} />
        </dl>
      </section>
      <section>
        <h3>{t('keys.orders')}</h3>
        <dl>
          <Row keys={<kbd>C</kbd>} does={t('keys.newOrder')} />
          <Row keys={<Keys names={['S', 'E']} />} does={t('keys.orderActs')} />
          <Row keys={<Chord modifier="Alt" letter="↑ ↓" />} does={t('keys.moveOrder')} />
          <Row keys={<kbd>B</kbd>} does={t('keys.board')} />
        </dl>
      </section>
      <section>
        <h3>{t('keys.inbox')}</h3>
        <dl>
          <Row keys={<kbd>A</kbd>} does={t('keys.take')} />
          <Row keys={<kbd>Z</kbd>} does={t('keys.putOff')} />
          <Row keys={<kbd>E</kbd>} does={t('keys.putAway')} />
        </dl>
      </section>
      <section>
        <h3>{t('keys.workCenter')}</h3>
        <dl>
          <Row keys={<Keys names={['1', '…', '5']} />} does={t('keys.tabs')} />
          <Row keys={<Keys names={['[', ']']} />} does={t('keys.period')} />
          <Row keys={<kbd>T</kbd>} does={t('keys.today')} />
        </dl>
      </section>
      <section>
        <h3>{t('keys.timeline')}</h3>
        <dl>
          <Row keys={<Keys names={['←', '→']} />} does={t('keys.segments')} />
          <Row keys={<Chord modifier="Shift" letter="→" />} does={t('keys.unexplained')} />
          <Row keys={<Keys names={['+', '−']} />} does={t('keys.zoom')} />
          <Row keys={<kbd>R</kbd>} does={t('keys.reason')} />
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
        <p>
          <Link to="/support" onClick={onClose}>
            {t('keys.support')}
          </Link>
        </p>
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

function Keys({ names }: { readonly names: readonly string[] }) {
  return names.map((name) => (name === '…' ? ' … ' : <kbd key={name}>{name}</kbd>))
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
