import { Menu, useMantineColorScheme } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { useViewer, type ViewerCompany } from '#web/api/viewer.ts'
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
  return (
    <Menu position="bottom-end" width={296}>
      <Menu.Target>
        <button type="button" className={classes['button']} aria-label={`${t('shell.profile')}: ${viewer.fullName}`}>
          <span className={classes['circle']} aria-hidden>
            {initialsOf(viewer.fullName)}
          </span>
          <span className={classes['wide']}>{viewer.company?.name}</span>
          <Icon name="chevron" size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes['who']}>
          <p>{viewer.fullName}</p>
          <p className={classes['meta']}>{t(`role.${viewer.role}`)}</p>
        </div>
        <Menu.Divider />
        <Menu.Label>{t('company.title')}</Menu.Label>
        <div className={classes['companies']}>
          {viewer.companies.map((company) => (
            <CompanyItem key={company.id} company={company} isCurrent={company.id === viewer.company?.id} />
          ))}
        </div>
        {pages.length > 0 && <Menu.Divider />}
        {pages.map((item) => (
          <Menu.Item
            key={item.path}
            leftSection={<Icon name={item.icon} size={16} />}
            onClick={() => void router.navigate({ to: item.path })}
          >
            {t(`page.${item.key}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('theme.title')}</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={scheme === colorScheme}
            closeMenuOnClick={false}
            rightSection={scheme === colorScheme ? <Icon name="check" size={16} /> : null}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`theme.${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="logout" size={16} />} onClick={() => void session.signOut()}>
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function CompanyItem({ company, isCurrent }: { readonly company: ViewerCompany; readonly isCurrent: boolean }) {
  const { t } = useTranslation()
  const isDemo = company.id === DEMO_COMPANY_ID
  return (
    <Menu.Item
      className={classes['company']}
      role="menuitemradio"
      aria-checked={isCurrent}
      aria-label={isCurrent ? t('company.current', { name: company.name }) : t('company.switchTo', { name: company.name })}
      title={company.name}
      onClick={() => {
        if (!isCurrent) switchCompany(company)
      }}
    >
      <span className={classes['companyCircle']}>{circleOf(company, isDemo)}</span>
      <span className={classes['companyName']}>{company.name}</span>
    </Menu.Item>
  )
}

function circleOf(company: ViewerCompany, isDemo: boolean) {
  if (company.photoUrl !== null) return <img src={company.photoUrl} alt="" />
  return isDemo ? 'DEMO' : initialsOf(company.name)
}
