import { useMantineColorScheme } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { useViewer, type ViewerCompany } from '#web/api/viewer.ts'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './HeaderMenu.module.css'
import { type SidebarMode, visibleItems } from './navigation.ts'
import { useSession } from './session.ts'
import { switchCompany } from './tenant.ts'
import { initialsOf } from './viewer.ts'

const SCHEMES = ['auto', 'light', 'dark'] as const
const PAGE_LISTS: readonly SidebarMode[] = ['company', 'profile']

/** Returns the profile menu: who is signed in, the companies as circles, pages, colour scheme and the way out. */
export function ProfileMenu() {
  const { t } = useTranslation()
  const viewer = useViewer()
  const session = useSession()
  const router = useRouter()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const pages = PAGE_LISTS.flatMap((mode) => visibleItems(mode, (path) => path in router.routesByPath, viewer.readable))
  const companyName = viewer.company?.name ?? ''
  return (
    <Dropdown
      kind="menu"
      side="end"
      label={[`${initialsOf(viewer.fullName)} ${companyName}`, t('shell.profile'), viewer.fullName].join(', ')}
      triggerClass={classes['button']}
      trigger={
        <>
          <span className={classes['circle']} aria-hidden>
            {initialsOf(viewer.fullName)}
          </span>{' '}
          <span className={classes['wide']}>{companyName}</span>
          <Icon name="chevron" size={16} />
        </>
      }
    >
      <div className={classes['menu']}>
        <div className={classes['who']}>
          <p>{viewer.fullName}</p>
          <p className={classes['meta']}>{t(`role.${viewer.role}`)}</p>
        </div>
        <p className={classes['label']}>{t('company.title')}</p>
        <div className={classes['companies']}>
          {viewer.companies.map((company) => (
            <CompanyItem key={company.id} company={company} isCurrent={company.id === viewer.company?.id} />
          ))}
        </div>
        {pages.map((item) => (
          <DropdownItem key={item.path} onClick={() => void router.navigate({ to: item.path })}>
            <Icon name={item.icon} size={16} /> {t(`page.${item.key}`)}
          </DropdownItem>
        ))}
        <p className={classes['label']}>{t('theme.title')}</p>
        {SCHEMES.map((scheme) => (
          <DropdownItem key={scheme} isChecked={scheme === colorScheme} keepsOpen onClick={() => setColorScheme(scheme)}>
            {t(`theme.${scheme}`)}
            {scheme === colorScheme && <Icon name="check" size={16} />}
          </DropdownItem>
        ))}
        <hr className={classes['divider']} />
        <DropdownItem onClick={() => void session.signOut()}>
          <Icon name="logout" size={16} /> {t('shell.logout')}
        </DropdownItem>
      </div>
    </Dropdown>
  )
}

type CompanyItemProps = { readonly company: ViewerCompany; readonly isCurrent: boolean }

function CompanyItem({ company, isCurrent }: CompanyItemProps) {
  const { t } = useTranslation()
  const isDemo = company.id === DEMO_COMPANY_ID
  return (
    <DropdownItem
      className={classes['company']}
      isChecked={isCurrent}
      label={isCurrent ? t('company.current', { name: company.name }) : t('company.switchTo', { name: company.name })}
      onClick={() => {
        if (!isCurrent) switchCompany(company)
      }}
    >
      <span className={classes['companyCircle']}>{circleOf(company, isDemo)}</span>
      <span className={classes['companyName']}>{company.name}</span>
    </DropdownItem>
  )
}

function circleOf(company: ViewerCompany, isDemo: boolean) {
  if (company.photoUrl !== null) return <img src={company.photoUrl} alt="" />
  return isDemo ? 'DEMO' : initialsOf(company.name)
}
