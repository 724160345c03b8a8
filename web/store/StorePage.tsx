import { Link, useSearch } from '@tanstack/react-router'
import { useClient } from 'urql'
import { mayEditCompany } from '#engine/company/mayEditCompany.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { StoreExtensionsDocument, UserAbilitiesDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import tabClasses from '#web/parts/list/listTabs.module.css'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { ExtensionCard } from './ExtensionCard.tsx'
import { Services } from './Services.tsx'
import classes from './StorePage.module.css'

const NOTHING = {}

const TABS = ['extensions', 'services'] as const

/** Returns the store (U-114): extensions that a company switches, and services that people of the provider do. */
export function StorePage() {
  const { t } = useTexts('store')
  const { tab } = useSearch({ from: '/store' })
  const isServices = tab === 'services'
  usePageTitle(t('page.store'))
  return (
    <>
      <PageHeading>{t('page.store')}</PageHeading>
      <nav className={tabClasses['tabs']} aria-label={t('page.store')}>
        {TABS.map((one) => (
          <Link
            key={one}
            to="/store"
            search={one === 'services' ? { tab: one } : {}}
            className={tabClasses['tab']}
            aria-current={(one === 'services') === isServices ? 'page' : undefined}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {t(`tab.${one}`)}
          </Link>
        ))}
      </nav>
      <p className={classes['about']}>{isServices ? t('aboutServices') : t('about')}</p>
      {isServices ? <Services /> : <Extensions />}
    </>
  )
}

/** Returns the extensions: what each does, whether it is on, and one button; who may not switch sees whom to ask. */
function Extensions() {
  const { t } = useTexts('store')
  const viewer = useViewer()
  const client = useClient()
  const [result, ask] = useFreshQuery(StoreExtensionsDocument, NOTHING, { workCenterIds: null, kinds: ['company'] })
  const [problem] = problemsOf(result.error)
  const isSlow = useDelayed(result.fetching && result.data === undefined)
  const extensions = result.data?.extensions
  // What is switched off takes its pages out of the menus, and back.
  const onSwitched = () => {
    ask()
    void client.query(UserAbilitiesDocument, {}, { requestPolicy: 'network-only' }).toPromise()
  }
  return (
    <>
      {!mayEditCompany(viewer) && <p className={classes['about']}>{t('askAdministrator')}</p>}
      {extensions === undefined && result.error && (
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      )}
      {isSlow && <p role="status">{t('state.loading')}</p>}
      {extensions?.length === 0 && <EmptyState title={t('none')} />}
      <ul className={classes['cards']}>
        {extensions?.map((extension) => (
          <li key={extension.id}>
            <ExtensionCard extension={extension} maySwitch={mayEditCompany(viewer)} onSwitched={onSwitched} />
          </li>
        ))}
      </ul>
    </>
  )
}
