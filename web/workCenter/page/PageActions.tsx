import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { mayEditLosses } from '#engine/loss/mayEditLoss.ts'
import { maySeeWorkCenterSettings } from '#engine/workCenter/mayEditWorkCenter.ts'
import { useViewer } from '#web/api/viewer.ts'
import { withTexts } from '#web/texts/language.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { showToast } from '#web/base/toast.ts'
import { type PeriodChoice, writePeriod } from '#engine/time/periodChoice.ts'
import { fixPeriod, type PeriodContext } from '#web/parts/period/period.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/iconPaths.ts'
import type { ChooseStatusDialogProps } from '../chosenStatus/ChooseStatusDialog.tsx'
import type { PublicAccessDialogProps } from '../publicAccess/PublicAccessDialog.tsx'
import classes from './PageActions.module.css'
import type { LoadedWorkCenter } from './WorkCenterHeader.tsx'

const PublicAccessDialog = lazyPart<PublicAccessDialogProps>(() =>
  withTexts('publicAccess', import('../publicAccess/PublicAccessDialog.tsx')).then((module) => ({ default: module.PublicAccessDialog })),
)

const ChooseStatusDialog = lazyPart<ChooseStatusDialogProps>(() =>
  withTexts('chosenStatus', import('../chosenStatus/ChooseStatusDialog.tsx')).then((module) => ({ default: module.ChooseStatusDialog })),
)

type PageActionsProps = {
  readonly workCenter: LoadedWorkCenter
  readonly deviceId: string
  readonly choice: PeriodChoice
  readonly context: PeriodContext
}

/**
 * Returns the actions of the page: copy its link (live or with fixed dates), TV view, where people choose statuses these, and with the right to read
 * settings the public page and settings. One menu on phones.
 */
export function PageActions({ workCenter, deviceId, choice, context }: PageActionsProps) {
  const { t } = useTexts('page')
  const viewer = useViewer()
  const navigate = useNavigate({ from: '/boxes/$deviceId' })
  const [isPublic, setPublic] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const manual = workCenter.statusRules.filter(({ rangeType, archived }) => rangeType === 'MANUAL' && !archived)
  const mayChoose = manual.length > 0 && workCenter.deviceId != null && mayEditLosses(viewer)
  const maySettings = maySeeWorkCenterSettings(viewer)
  const settings = `/boxes/${deviceId}/settings`
  const withOperator = (known: Record<string, unknown>) => ({ ...known, mode: 'op' })
  const isOperator = mayEditLosses(viewer)
  const withTv = (known: Record<string, unknown>) => ({ ...known, tv: '1' })
  const copy = async (address: string) => {
    try {
      await navigator.clipboard.writeText(address)
      showToast(t('message.copied'))
    } catch {
      showToast(t('message.copyFailed'))
    }
  }
  const copyItems = (
    <>
      <DropdownItem onClick={() => void copy(addressOf(location.href, choice))}>
        <Icon name="link" size={18} /> {t('action.copyLink')}
      </DropdownItem>
      <DropdownItem onClick={() => void copy(addressOf(location.href, fixPeriod(choice, context)))}>
        <Icon name="history" size={18} /> {t('action.copyFixed')}
      </DropdownItem>
    </>
  )
  return (
    <>
      <div className={classes['actions']} data-print="no">
        <Dropdown
          kind="menu"
          side="end"
          label={t('action.share')}
          triggerClass={classes['action']}
          trigger={<Face icon="share" label={t('action.share')} />}
        >
          {copyItems}
        </Dropdown>
        {mayChoose && (
          <button
            type="button"
            className={classes['action']}
            aria-label={t('action.chooseStatus')}
            aria-haspopup="dialog"
            title={t('action.chooseStatus')}
            onClick={() => setChoosing(true)}
          >
            <Face icon="pin" label={t('action.chooseStatus')} />
          </button>
        )}
        {maySettings && (
          <>
            <button
              type="button"
              className={classes['action']}
              aria-label={t('action.publicAccess')}
              aria-haspopup="dialog"
              title={t('action.publicAccess')}
              onClick={() => setPublic(true)}
            >
              <Face icon="eye" label={t('action.publicAccess')} />
            </button>
            <Link to={settings} className={classes['action']} aria-label={t('action.settings')} title={t('action.settings')}>
              <Face icon="settings" label={t('action.settings')} />
            </Link>
          </>
        )}
        {isOperator && (
          <Link
            from="/boxes/$deviceId"
            to="."
            search={withOperator}
            className={classes['action']}
            aria-label={t('action.operator')}
            title={t('action.operator')}
          >
            <Face icon="tablet" label={t('action.operator')} />
          </Link>
        )}
        <Link
          from="/boxes/$deviceId"
          to="."
          search={withTv}
          className={classes['action']}
          aria-label={t('action.tv')}
          title={t('action.tv')}
        >
          <Face icon="tv" label={t('action.tv')} />
        </Link>
      </div>
      <div className={classes['menu']}>
        <Dropdown kind="menu" side="end" label={t('action.more')} triggerClass={classes['action']} trigger={<Icon name="more" />}>
          {copyItems}
          {mayChoose && (
            <DropdownItem onClick={() => setChoosing(true)}>
              <Icon name="pin" size={18} /> {t('action.chooseStatus')}
            </DropdownItem>
          )}
          {maySettings && (
            <>
              <DropdownItem onClick={() => setPublic(true)}>
                <Icon name="eye" size={18} /> {t('action.publicAccess')}
              </DropdownItem>
              <DropdownItem onClick={() => void navigate({ to: settings })}>
                <Icon name="settings" size={18} /> {t('action.settings')}
              </DropdownItem>
            </>
          )}
          {isOperator && (
            <DropdownItem onClick={() => void navigate({ to: '.', search: withOperator })}>
              <Icon name="tablet" size={18} /> {t('action.operator')}
            </DropdownItem>
          )}
          <DropdownItem onClick={() => void navigate({ to: '.', search: withTv })}>
            <Icon name="tv" size={18} /> {t('action.tv')}
          </DropdownItem>
        </Dropdown>
      </div>
      {isChoosing && (
        <Suspense fallback={null}>
          <ChooseStatusDialog workCenter={workCenter} statuses={manual} isOpen onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      {isPublic && (
        <Suspense fallback={null}>
          <PublicAccessDialog workCenterId={workCenter.id} name={workCenter.name} isOpen onClose={() => setPublic(false)} />
        </Suspense>
      )}
    </>
  )
}

/** A wide screen says what the icon is. */
function Face({ icon, label }: { readonly icon: IconName; readonly label: string }) {
  return (
    <>
      <Icon name={icon} />
      <span className={classes['label']}>{label}</span>
    </>
  )
}

/** Returns the URL with the period, otherwise unchanged. Fixed dates open the history, since the real-time tab does not show them. */
function addressOf(href: string, choice: PeriodChoice): string {
  const url = new URL(href)
  for (const [key, value] of Object.entries(writePeriod(choice))) {
    if (value === undefined) url.searchParams.delete(key)
    else url.searchParams.set(key, value)
  }
  if (choice.kind === 'absolute' && !url.searchParams.has('tab')) url.searchParams.set('tab', 'history')
  return url.href
}
