import { useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { beginsInOperatorMode, setOperatorHome } from '#web/base/operatorHome.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './OperatorFrame.module.css'

type LeaveMenuProps = {
  readonly onLeave: () => void
  /** Leads to the screen for several machines; left out there. */
  readonly onMachines?: (() => void) | undefined
}

/** Returns the logo, whose menu leads out of operator mode: two taps, so that no sleeve leaves it. */
export function LeaveMenu({ onLeave, onMachines }: LeaveMenuProps) {
  const { t } = useTexts('operator')
  const viewer = useViewer()
  const [isHome, setHome] = useState(() => beginsInOperatorMode(viewer))
  return (
    <Dropdown kind="menu" side="start" label={t('menu')} triggerClass={classes['logo']} trigger={<span aria-hidden>T</span>}>
      {onMachines && (
        <DropdownItem onClick={onMachines}>
          <Icon name="boxes" /> {t('board.title')}
        </DropdownItem>
      )}
      <DropdownItem
        isChecked={isHome}
        keepsOpen
        onClick={() => {
          setOperatorHome(viewer, !isHome)
          setHome(!isHome)
        }}
      >
        {isHome ? <Icon name="check" /> : <Icon name="pin" />} {t('home')}
      </DropdownItem>
      <DropdownItem onClick={onLeave}>
        <Icon name="logout" /> {t('leave')}
      </DropdownItem>
    </Dropdown>
  )
}
