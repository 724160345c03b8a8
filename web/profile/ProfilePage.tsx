import { useCallback } from 'react'
import { useClient, useQuery } from 'urql'
import { isDemoAddress } from '#engine/user/demoPerson.ts'
import { ProfileDocument, SessionProfileDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { AppearancePanel } from './AppearancePanel.tsx'
import { PersonPanel } from './PersonPanel.tsx'
import { PhotoPanel } from './PhotoPanel.tsx'
import { PinPanel } from './PinPanel.tsx'
import { RegionPanel } from './RegionPanel.tsx'
import { RolePanel } from './RolePanel.tsx'
import classes from './Section.module.css'
import { TwoFactorPanel } from './TwoFactorPanel.tsx'
import { VisitPanel } from './VisitPanel.tsx'

/** Returns the person's own profile page (spec 000 §2, SettingsProfile; U-27). */
export function ProfilePage() {
  const { t } = useTexts('profile')
  const client = useClient()
  const [result, ask] = useQuery({ query: ProfileDocument })
  const isSlow = useDelayed(result.fetching && result.data === undefined)
  usePageTitle(t('page.profile'))
  const refresh = useCallback(() => {
    ask({ requestPolicy: 'network-only' })
    // The frame around the page shows the name and the photo, too.
    client
      .query(SessionProfileDocument, {}, { requestPolicy: 'network-only' })
      .toPromise()
      .catch(() => {})
  }, [ask, client])

  const data = result.data
  const isDemo = data !== undefined && isDemoAddress(data.currentUser.email)
  return (
    <div className={classes['page']}>
      <PageHeading>{t('page.profile')}</PageHeading>
      {data === undefined && result.error !== undefined && (
        <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refresh} />
      )}
      {data === undefined && isSlow && <p role="status">{t('state.loading')}</p>}
      {data !== undefined && (
        <>
          {isDemo && <p className={classes['notice']}>{t('demoNotice')}</p>}
          <fieldset className={classes['own']} disabled={isDemo}>
            <PhotoPanel photo={data.currentUser.photo ?? null} initials={data.currentUser.initials} onChanged={refresh} />
            <PersonPanel person={data.currentUser} />
          </fieldset>
          <RegionPanel timeZone={data.userSettings.timeZone} timeZones={data.timeZones} />
          <AppearancePanel />
          {data.currentUser.company != null && data.currentUser.isStation !== true && (
            <fieldset className={classes['own']} disabled={isDemo}>
              <PinPanel company={data.currentUser.company.name} isSet={data.currentUser.hasStationPin === true} onChanged={refresh} />
            </fieldset>
          )}
          <fieldset className={classes['own']} disabled={isDemo}>
            <TwoFactorPanel isOn={data.currentUser.isTwoFactorOn === true} onChanged={refresh} />
          </fieldset>
          {data.currentUser.mayVisitCompanies === true && (
            <VisitPanel company={data.currentUser.company?.name ?? null} endsOn={data.currentUser.visitEndsOn ?? null} />
          )}
          <RolePanel userId={data.currentUser.id} fullName={data.currentUser.fullName} role={data.currentUser.role ?? null} />
        </>
      )}
    </div>
  )
}
