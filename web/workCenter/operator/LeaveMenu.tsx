import { useTexts } from '#web/texts/useTexts.ts'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './OperatorFrame.module.css'

/** Returns the logo, whose menu leads out of operator mode: two taps, so that no sleeve leaves it. */
export function LeaveMenu({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTexts('operator')
  return (
    <Dropdown kind="menu" side="start" label={t('menu')} triggerClass={classes['logo']} trigger={<span aria-hidden>T</span>}>
      <DropdownItem onClick={onLeave}>
        <Icon name="logout" /> {t('leave')}
      </DropdownItem>
    </Dropdown>
  )
}
