import { useState } from 'react'
import { mayManageIntegrations } from '#engine/integration/mayIntegrate.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { IntegrationsDocument, RestoreIntegrationDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { IntegrationCard } from './IntegrationCard.tsx'
import classes from './Integrations.module.css'
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
  const [result, refetch] = useFreshQuery(IntegrationsDocument, NOTHING, INTEREST, ASK_EVERY)
  const restore = useChange(RestoreIntegrationDocument)
  /** The integration that is set up; 'NEW' for one that is not there yet. */
  const [edited, setEdited] = useState<string | null>(null)
  const all = result.data?.integrations
  const [problem] = problemsOf(result.error)
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
          onSetUp={() => setEdited(integration.id)}
          onChanged={refetch}
        />
      ))}
      {all !== undefined && mayManage && (
        <div>
          <ActionButton isMain={shown.length === 0} onClick={() => setEdited('NEW')}>
            {t('add')}
          </ActionButton>
        </div>
      )}
      {deleted.length > 0 && mayManage && (
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
      {edited !== null && (
        <SetupPanel
          key={edited}
          integration={all?.find(({ id }) => id === edited) ?? null}
          onClose={() => {
            setEdited(null)
            refetch()
          }}
        />
      )}
    </div>
  )
}
