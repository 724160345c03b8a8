import { useTexts } from '#web/texts/useTexts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FindList } from '#web/ui/FindList.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/iconPaths.ts'
import { findCommands, type CommandKind } from './commands.ts'
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
  const commands = useCommands(onHelp)
  return (
    <FindList
      find={(text) => findCommands(commands, text)}
      keyOf={(command) => command.id}
      onChoose={(command) => {
        onClose()
        command.run()
      }}
      inputLabel={t('palette.find')}
      listLabel={t('palette.title')}
      none={t('palette.none')}
      found={(count) => t('palette.found', { count })}
      more={(count) => t('state.more', { count })}
      isLarge
    >
      {(command) => (
        <>
          <Icon name={ICONS[command.kind]} size={16} />
          <span lang={command.language} className={classes['name']}>
            {command.name}
          </span>
          <span className={classes['kind']}>
            {t(`palette.kind.${command.kind}`)}
            {command.isCurrent && ` · ${t('palette.current')}`}
          </span>
        </>
      )}
    </FindList>
  )
}
