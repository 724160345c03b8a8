import { Link } from '@tanstack/react-router'
import { fixPeriod, type PeriodChoice, type PeriodContext } from '#web/parts/period/period.ts'
import { useTexts } from '#web/parts/problem/useTexts.ts'
import { showToast } from '#web/app/toast.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { addressOf } from './pageAddress.ts'
import classes from './PageActions.module.css'

export type PageActionsProps = {
  readonly deviceId: string
  readonly choice: PeriodChoice
  readonly context: PeriodContext
}

/** Returns what can be done with the page: copy its address as it stands or with fixed dates, and go to the settings, for those who may read them. */
export function PageActions({ deviceId, choice, context }: PageActionsProps) {
  const { t } = useTexts('page')
  const viewer = useViewer()
  const copy = async (address: string) => {
    try {
      await navigator.clipboard.writeText(address)
      void showToast(t('message.copied'))
    } catch {
      void showToast(t('message.copyFailed'))
    }
  }
  const fixed = () => addressOf(location.href, fixPeriod(choice, context))
  return (
    <div className={classes['actions']}>
      <Dropdown kind="menu" side="end" label={t('action.share')} triggerClass={classes['action']} trigger={<Icon name="share" />}>
        <DropdownItem onClick={() => void copy(addressOf(location.href, choice))}>
          <Icon name="link" size={18} /> {t('action.copyLink')}
        </DropdownItem>
        <DropdownItem onClick={() => void copy(fixed())}>
          <Icon name="history" size={18} /> {t('action.copyFixed')}
        </DropdownItem>
      </Dropdown>
      {viewer.readable.has('WORK_CENTER_SETTINGS') && (
        <Link
          to={`/boxes/${deviceId}/settings`}
          className={classes['action']}
          aria-label={t('action.settings')}
          title={t('action.settings')}
        >
          <Icon name="settings" />
        </Link>
      )}
    </div>
  )
}
