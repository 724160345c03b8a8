import { useMemo, useState } from 'react'
import { useClient } from 'urql'
import { mayEditReasons } from '#engine/loss/mayEditReasons.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { LossReasonsPageDocument, type LossReasonsPageQuery } from '#web/api/generated/graphql.ts'
import { isInDemo, useViewer } from '#web/api/viewer.ts'
import { lazyPart, Later } from '#web/base/lazyPart.tsx'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { useCoarseNow } from '#web/ui/clock.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Note } from '#web/ui/form/FormLayout.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import classes from './LossReasonsPage.module.css'
import type { PrintReasonsProps } from './PrintReasons.tsx'
import { ReasonArrangement } from './ReasonArrangement.tsx'
import { ReasonPanel } from './ReasonPanel.tsx'
import { crowdedPlaces, shownTree, treeOf, type ReasonGroup } from './reasonTree.view.ts'
import { ReasonsFile } from './ReasonsFile.tsx'
import { GroupDialog } from './GroupDialog.tsx'
import { REASONS_SEARCH, SHOWN_REASONS } from './reasonsSearch.ts'
import { StarterSetDialog } from './StarterSetDialog.tsx'
import { SuggestedRows } from './SuggestedRows.tsx'

const PrintReasons = lazyPart<PrintReasonsProps>(() => import('./PrintReasons.tsx').then((loaded) => ({ default: loaded.PrintReasons })))

const USAGE_DAYS = 30

/** Returns the loss reasons of the company as a tree of groups; filters and the open reason are in the address. */
export function LossReasonsPage() {
  const { t } = useTexts('lossReason')
  const viewer = useViewer()
  const client = useClient()
  const { search, change } = useListSearch(REASONS_SEARCH)
  const now = useCoarseNow(HOUR_MS)
  const variables = useMemo(
    () => ({ period: { start: new Date(now - USAGE_DAYS * DAY_MS).toISOString(), end: new Date(now + HOUR_MS).toISOString() } }),
    [now],
  )
  const [result, ask] = useFreshQuery(LossReasonsPageDocument, variables, { workCenterIds: null, kinds: ['loss', 'company', 'workCenter'] })
  const refresh = () => client.query(LossReasonsPageDocument, variables, { requestPolicy: 'network-only' }).toPromise()
  const [groupEdited, setGroupEdited] = useState<ReasonGroup | 'new' | null>(null)
  const [isPrintOpen, setPrintOpen] = useState(false)
  const [isStarterOpen, setStarterOpen] = useState(false)
  const isSlow = useDelayed(result.fetching && result.data === undefined)
  usePageTitle(t('page.loss-reasons'))
  const { data } = result
  const mayEdit = mayEditReasons(viewer)
  const open = (id: number | 'new' | null) => change({ id: id === null ? [] : [id] }, { isStep: id !== null })
  const isEmpty = data?.lossReasons.length === 0 && data.lossReasonGroups.length === 0
  return (
    <div className={classes['page']}>
      <div className={classes['head']}>
        <PageHeading>{t('page.loss-reasons')}</PageHeading>
        {data !== undefined && (
          <div className={classes['actions']} data-print="no">
            {data.lossReasons.length > 0 && <ActionButton onClick={() => setPrintOpen(true)}>{t('sheet.open')}</ActionButton>}
            {mayEdit && (
              <>
                <ActionButton onClick={() => setStarterOpen(true)}>{t('starter.open')}</ActionButton>
                <ActionButton onClick={() => setGroupEdited('new')}>{t('group.create')}</ActionButton>
                <ActionButton isMain onClick={() => open('new')}>
                  {t('create')}
                </ActionButton>
              </>
            )}
          </div>
        )}
      </div>
      {data === undefined && result.error !== undefined && (
        <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      )}
      {data === undefined && isSlow && <p role="status">{t('state.loading')}</p>}
      {data !== undefined && (
        <>
          {!mayEdit && !isInDemo(viewer) && <Note>{t('readOnly')}</Note>}
          <Crowded data={data} />
          <SuggestedRows />
          {isEmpty ? (
            <EmptyState title={t('empty.title')} text={t('empty.text')}>
              {mayEdit && <ActionButton onClick={() => setStarterOpen(true)}>{t('starter.open')}</ActionButton>}
            </EmptyState>
          ) : (
            <>
              <div className={classes['tools']} role="search">
                <SearchField label={t('search')} value={search.q} onChange={(q) => change({ q })} />
                <ChoiceGroup
                  label={t('show.label')}
                  isLabelHidden
                  value={search.show}
                  choices={SHOWN_REASONS.map((value) => ({ value, label: t(`show.${value}`) }))}
                  onChange={(show) => change({ show })}
                />
                <ReasonsFile shown={shownTree(treeOf(data.lossReasonGroups, data.lossReasons), search)} />
              </div>
              <ReasonArrangement
                data={data}
                search={search}
                mayEdit={mayEdit}
                onOpen={open}
                onEditGroup={setGroupEdited}
                onClear={() => change({ q: '', show: 'all' })}
                refresh={refresh}
              />
            </>
          )}
        </>
      )}
      <ReasonPanel data={data} openId={search.id[0] ?? null} mayEdit={mayEdit} onClose={() => open(null)} onSaved={ask} />
      <GroupDialog edited={groupEdited} groups={data?.lossReasonGroups ?? []} onClose={() => setGroupEdited(null)} onSaved={ask} />
      {data !== undefined && (
        <Later isAsked={isPrintOpen}>
          <PrintReasons
            lossReasons={data.lossReasons}
            workCenters={data.workCenters}
            isOpen={isPrintOpen}
            onClose={() => setPrintOpen(false)}
          />
        </Later>
      )}
      <StarterSetDialog isOpen={isStarterOpen} onClose={() => setStarterOpen(false)} onAdded={ask} />
    </div>
  )
}

/** The hint where a machine offers more reasons than people read. */
function Crowded({ data }: { readonly data: LossReasonsPageQuery }) {
  const { t } = useTexts('lossReason')
  const crowded = useMemo(() => crowdedPlaces(data.lossReasons, data.workCenters), [data])
  const [first] = crowded
  if (first === undefined) return null
  const { place, count } = first
  return (
    <Note isWarning>
      <p>
        {crowded.length === 1
          ? t('crowded.one', { workCenter: place.name, reasons: count })
          : t('crowded.many', { count: crowded.length, workCenter: place.name, reasons: count })}
      </p>
    </Note>
  )
}
