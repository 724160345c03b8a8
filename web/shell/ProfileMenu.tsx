import { Suspense, useEffect, useState } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './HeaderMenu.module.css'
import { withTexts } from '#web/texts/language.ts'
import { lazyPart, MenuFailure } from '#web/base/lazyPart.tsx'
import { initialsOf } from '#web/base/viewer.ts'

const loadPanel = () => withTexts('profileMenu', import('./profileMenu/ProfilePanel.tsx'))
const ProfilePanel = lazyPart(loadPanel, MenuFailure)
const NewCompanyDialog = lazyPart(() => withTexts('newCompany', import('#web/base/newCompany/NewCompanyDialog.tsx')))

type ProfileMenuProps = {
  /** The page is there, and what comes later may load. */
  readonly isSettled: boolean
}

/** Returns the profile button; its menu is loaded after the page, or when the pointer or focus comes near. */
export function ProfileMenu({ isSettled }: ProfileMenuProps) {
  const { t } = useCommonTexts()
  const viewer = useViewer()
  const [isAdding, setAdding] = useState(false)
  const companyName = viewer.company?.name ?? ''
  // Ahead, so that it is there without a connection too.
  useEffect(() => {
    if (isSettled) preload()
  }, [isSettled])
  return (
    // Loads ahead for whoever can point or tab; nothing depends on it.
    <span onPointerEnter={preload} onFocus={preload}>
      <Dropdown
        kind="menu"
        side="end"
        label={[`${initialsOf(viewer.fullName)} ${companyName}`, t('shell.profile'), viewer.fullName].join(', ')}
        triggerClass={classes['button']}
        trigger={
          <>
            <span className={classes['circle']} aria-hidden>
              {viewer.photo === null ? initialsOf(viewer.fullName) : <img src={viewer.photo} alt="" />}
            </span>{' '}
            <span className={classes['wide']}>{companyName}</span>
            <Icon name="chevron" size={16} />
          </>
        }
      >
        <Suspense fallback={<p className={classes['label']}>{t('state.loading')}</p>}>
          <ProfilePanel onAddCompany={() => setAdding(true)} />
        </Suspense>
      </Dropdown>
      {isAdding && (
        <Suspense fallback={null}>
          <NewCompanyDialog isOpen onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </span>
  )
}

function preload(): void {
  // A failure is told when the menu is opened.
  loadPanel().catch(() => {})
}
