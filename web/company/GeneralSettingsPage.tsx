import { Suspense } from 'react'
import { useQuery } from 'urql'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { mayEditCompany } from '#engine/company/mayEditCompany.ts'
import { mayManagePeople } from '#engine/user/mayEditPeople.ts'
import { GeneralSettingsDocument } from '#web/api/generated/graphql.ts'
import { isInDemo, useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Note } from '#web/ui/form/FormLayout.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { mayReadAnalytics } from '#engine/access/mayReadAnalytics.ts'
import { CompanyPhoto } from './CompanyPhoto.tsx'
import classes from './GeneralSettings.module.css'
import { policyOf, settingsOf } from './generalSettings.view.ts'
import { SettingsForm } from './SettingsForm.tsx'

const AllData = lazyPart<object>(() => import('./AllData.tsx').then((module) => ({ default: module.AllData })))
const AssistantModel = lazyPart<object>(() => import('./AssistantModel.tsx').then((module) => ({ default: module.AssistantModel })))
const DeletedWorkCenters = lazyPart<object>(() =>
  import('./DeletedWorkCenters.tsx').then((module) => ({ default: module.DeletedWorkCenters })),
)
const EnergyTariffs = lazyPart<object>(() => import('./EnergyTariffs.tsx').then((module) => ({ default: module.EnergyTariffs })))
const OperationalPlans = lazyPart<object>(() => import('./OperationalPlans.tsx').then((module) => ({ default: module.OperationalPlans })))

/** Returns the general settings of the company (spec 000 §2, U-27); read-only without the right to change them. */
export function GeneralSettingsPage() {
  const { t } = useTexts('company')
  const viewer = useViewer()
  const [result, ask] = useQuery({ query: GeneralSettingsDocument })
  const isSlow = useDelayed(result.fetching && result.data === undefined)
  usePageTitle(t('page.general-settings'))
  const company = result.data?.currentUser.company
  const policy = result.data?.oeePolicy
  const mayChange = mayEditCompany(viewer)
  const refresh = () => ask({ requestPolicy: 'network-only' })
  return (
    <div className={classes['page']}>
      <PageHeading>{t('page.general-settings')}</PageHeading>
      {(company == null || policy === undefined) && result.error !== undefined && (
        <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refresh} />
      )}
      {(company == null || policy === undefined) && isSlow && <p role="status">{t('state.loading')}</p>}
      {company != null && policy !== undefined && (
        <>
          {!mayChange && !isInDemo(viewer) && <Note>{t('readOnly')}</Note>}
          <CompanyPhoto photo={company.photoUrl ?? null} name={company.name} isReadOnly={!mayChange} onChanged={refresh} />
          <SettingsForm
            key={company.id}
            companyId={company.id}
            saved={{ ...settingsOf(company), ...policyOf(policy) }}
            isReadOnly={!mayChange}
          />
          <Suspense fallback={null}>
            <OperationalPlans />
          </Suspense>
          {mayReadAnalytics(viewer) && (
            <Suspense fallback={null}>
              <EnergyTariffs />
            </Suspense>
          )}
          {mayReadAnalytics(viewer) && (
            <Suspense fallback={null}>
              <DeletedWorkCenters />
            </Suspense>
          )}
          <Suspense fallback={null}>
            <AssistantModel />
          </Suspense>
          {mayChange && mayManagePeople(viewer) && (
            <Suspense fallback={null}>
              <AllData />
            </Suspense>
          )}
        </>
      )}
    </div>
  )
}
