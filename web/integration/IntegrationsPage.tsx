import { useState } from 'react'
import { mayManageIntegrations } from '#engine/integration/mayIntegrate.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { IntegrationsDocument, RestoreIntegrationDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { PHONE, useMedia } from '#web/parts/list/table/useMedia.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { IntegrationCard } from './IntegrationCard.tsx'
import classes from './Integrations.module.css'
import { INTEGRATIONS_SEARCH, NEW_SETUP } from './integrationsSearch.ts'
import { SetupPanel } from './SetupPanel.tsx'

const NOTHING = {}
const INTEREST = { workCenterIds: null, kinds: ['company', 'audit'] } as const
/** Runs come by themselves. */
const ASK_EVERY = { everyMs: 15_000 } as const

/** Returns the other systems that orders come from, what they wait for, and the way to connect one (U-100). */
export function IntegrationsPage() {
  const { t } = useTexts('integration')
  usePageTitle(t('page.integrations'))
  const mayManage = mayManageIntegrations(useViewer())
  const isPhone = useMedia(PHONE)
  const [result, refetch] = useFreshQuery(IntegrationsDocument, NOTHING, INTEREST, ASK_EVERY)
  const restore = useChange(RestoreIntegrationDocument)
  const { search, change } = useListSearch(INTEGRATIONS_SEARCH)
  /** The integration that was made in the setup that is open, which goes on with it. */
  const [made, setMade] = useState<string | null>(null)
  const all = result.data?.integrations
  const [problem] = problemsOf(result.error)
  const edited = all?.find(({ id, isDeleted }) => id === search.setup && !isDeleted) ?? null
  const isSetUp =
    all !== undefined && mayManage && (search.setup === NEW_SETUP || edited !== null || (made !== null && made === search.setup))
  const setUp = (setup: string) => {
    setMade(null)
    change({ setup }, { isStep: true })
  }
  const shown = all?.filter(({ isDeleted }) => !isDeleted) ?? []
  const deleted = all?.filter(({ isDeleted }) => isDeleted) ?? []
  const restored = async (id: string) => {
    const [refused] = (await restore.run({ id })).problems
    if (refused !== undefined) showToast(problemText(t, refused))
    refetch()
  }
  return (
    <div className={classes['page']}>
      <PageHeading>{t('page.integrations')}</PageHeading>
      {all === undefined && result.error !== undefined && (
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />
      )}
      {all !== undefined && shown.length === 0 && <EmptyState title={t('empty.title')} text={t('empty.text')} />}
      {shown.map((integration) => (
        <IntegrationCard
          key={integration.id}
          integration={integration}
          mayManage={mayManage}
          isPhone={isPhone}
          onSetUp={() => setUp(integration.id)}
          onChanged={refetch}
        />
      ))}
      {all !== undefined && mayManage && isPhone && <p className={classes['muted']}>{t('phone')}</p>}
      {all !== undefined && mayManage && !isPhone && (
        <div>
          <ActionButton isMain={shown.length === 0} onClick={() => setUp(NEW_SETUP)}>
            {t('add')}
          </ActionButton>
        </div>
      )}
      {deleted.length > 0 && mayManage && !isPhone && (
        <section className={classes['deleted']} aria-label={t('deleted')}>
          <h2>{t('deleted')}</h2>
          {deleted.map(({ id, name }) => (
            <div key={id} className={classes['line']}>
              <span>{name}</span>
              <ActionButton isBusy={restore.isBusy} onClick={() => void restored(id)}>
                {t('restore')} <span className="hidden-text">{name}</span>
              </ActionButton>
            </div>
          ))}
        </section>
      )}
      {isSetUp && (
        <SetupPanel
          key={search.setup === made ? NEW_SETUP : search.setup}
          integration={edited}
          onStored={(id) => {
            if (search.setup === NEW_SETUP) setMade(id)
            change({ setup: id }, { isSaved: true })
          }}
          onClose={(isSaved) => {
            change({ setup: '' }, { isSaved })
            refetch()
          }}
        />
      )}
    </div>
  )
}
