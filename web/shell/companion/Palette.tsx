import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/iconPaths.ts'
import { findCommands, type Command, type CommandKind } from './commands.ts'
import classes from './Palette.module.css'
import { useCommands } from './useCommands.ts'

const ICONS: Record<CommandKind, IconName> = {
  workCenter: 'boxes',
  page: 'forward',
  company: 'building',
  language: 'globe',
  theme: 'theme',
  density: 'menu',
  action: 'keyboard',
}

type PaletteProps = { readonly isOpen: boolean; readonly onClose: () => void; readonly onHelp: () => void }

/** Returns the command palette: typing finds, arrows choose, Enter goes there or does it (U-14). */
export function Palette({ isOpen, onClose, onHelp }: PaletteProps) {
  const { t } = useTexts('companion')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('palette.title')} closeLabel={t('state.close')}>
      <PaletteContent onClose={onClose} onHelp={onHelp} />
    </Dialog>
  )
}

function PaletteContent({ onClose, onHelp }: Omit<PaletteProps, 'isOpen'>) {
  const { t } = useTexts('companion')
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const found = findCommands(useCommands(onHelp), text)
  const chosen = found[Math.min(active, found.length - 1)]
  useEffect(() => {
    if (chosen !== undefined) document.getElementById(`${id}-${chosen.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, id])

  const run = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = found.length - 1
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? last : active - 1)
    else if (event.key === 'Enter') run(chosen)
    else return
    event.preventDefault()
  }
  return (
    <div className={classes['palette']}>
      <input
        // The attribute, which React keeps to itself: the dialog gives the focus to who has it.
        ref={(input) => input?.setAttribute('autofocus', '')}
        className={classes['input']}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-found`}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.id}`}
        aria-label={t('palette.find')}
        placeholder={t('palette.find')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="hidden-text">
        {found.length === 0 ? t('palette.none') : t('palette.found', { count: found.length })}
      </p>
      {found.length === 0 && (
        <p className={classes['none']} aria-hidden>
          {t('palette.none')}
        </p>
      )}
      <div id={`${id}-found`} role="listbox" aria-label={t('palette.title')} className={classes['found']}>
        {found.map((command) => (
          <Option key={command.id} id={`${id}-${command.id}`} command={command} isChosen={command === chosen} onRun={() => run(command)} />
        ))}
      </div>
    </div>
  )
}

type OptionProps = { readonly id: string; readonly command: Command; readonly isChosen: boolean; readonly onRun: () => void }

function Option({ id, command, isChosen, onRun }: OptionProps) {
  const { t } = useTexts('companion')
  return (
    // The keyboard stays in the field above, which names the chosen option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div id={id} role="option" tabIndex={-1} aria-selected={isChosen} className={classes['option']} onClick={onRun}>
      <Icon name={ICONS[command.kind]} size={16} />
      <span lang={command.language} className={classes['name']}>
        {command.name}
      </span>
      <span className={classes['kind']}>
        {t(`palette.kind.${command.kind}`)}
        {command.isCurrent && ` · ${t('palette.current')}`}
      </span>
    </div>
  )
}
