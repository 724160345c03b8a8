import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { mayAnswerChecklists, mayEditChecklists } from '#engine/checklist/mayUseChecklists.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ChecklistsPageDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { ChecklistPanel } from './ChecklistPanel.tsx'
import classes from './ChecklistsPage.module.css'
import { CHECKLIST_TABS, CHECKLISTS_SEARCH } from './checklistsSearch.ts'
import { FiguresTab, ResultPanel, Runner } from './laterParts.tsx'
import { ListTab } from './ListTab.tsx'
import { ResultsTab } from './ResultsTab.tsx'
import { TodayTab } from './TodayTab.tsx'

const NOTHING = {}

/** Returns the checklists: what is due, the checklists themselves, what was answered, and figures (U-90); what is open is in the address. */
export function ChecklistsPage() {
  const { t } = useTexts('checklist')
  const viewer = useViewer()
  const navigate = useNavigate()
  const url = useListSearch(CHECKLISTS_SEARCH)
  const { search, change } = url
  const [result, ask] = useFreshQuery(ChecklistsPageDocument, NOTHING, { workCenterIds: null, kinds: ['checklist', 'workCenter'] })
  const isSlow = useDelayed(result.fetching && result.data === undefined)
  usePageTitle(t('page.checklists'))
  const { data } = result
  const [problem] = problemsOf(result.error)
  const mayEdit = mayEditChecklists(viewer)
  const mayAnswer = mayAnswerChecklists(viewer)
  const looked = typeof search.result[0] === 'number' ? search.result[0] : null
  // It stays once it was opened: closing it gives the focus back.
  const [hasLooked, setLooked] = useState(looked !== null)
  if (looked !== null && !hasLooked) setLooked(true)
  // What was begun on this device has an id below zero.
  const [run = /^[1-9]\d{0,14}$/.test(search.here) ? -Number(search.here) : undefined] = search.run
  if (typeof run === 'number') {
    const { machine } = search
    const close = (isSaved: boolean) => {
      if (machine === '') return change({ run: [], here: '', fix: false }, { isSaved })
      const place = { params: { deviceId: machine }, search: { mode: 'operator' } }
      return void navigate({ to: '/boxes/$deviceId', ...place, replace: true, ignoreBlocker: isSaved })
    }
    return (
      <Suspense fallback={null}>
        <Runner
          key={run}
          id={run}
          isCorrection={search.fix}
          mayAnswer={mayAnswer}
          onClose={() => close(false)}
          onDone={() => close(true)}
        />
      </Suspense>
    )
  }
  return (
    <div className={classes['page']}>
      <div className={classes['head']}>
        <PageHeading>{t('page.checklists')}</PageHeading>
        {mayEdit && (
          <ActionButton isMain onClick={() => change({ id: ['new'] }, { isStep: true })}>
            {t('create')}
          </ActionButton>
        )}
      </div>
      <nav className={classes['tabs']} aria-label={t('page.checklists')}>
        {CHECKLIST_TABS.map((tab) => (
          <Link
            key={tab}
            to="/checklists"
            search={{ ...search, tab, id: [], result: [] }}
            className={classes['tab']}
            aria-current={tab === search.tab ? 'page' : undefined}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {t(`tab.${tab}`)}
          </Link>
        ))}
      </nav>
      {data === undefined && result.error !== undefined && (
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      )}
      {data === undefined && isSlow && <p role="status">{t('state.loading')}</p>}
      {data !== undefined && search.tab === 'today' && (
        <TodayTab
          data={data}
          search={search}
          mayAnswer={mayAnswer}
          onRun={(id) => change({ run: [id] }, { isStep: true })}
          onRunHere={(at) => change({ here: String(at) }, { isStep: true })}
          onLook={(id) => change({ result: [id] }, { isStep: true })}
          onAllPlaces={() => change({ wc: [] })}
        />
      )}
      {data !== undefined && search.tab === 'lists' && (
        <ListTab
          data={data}
          url={url}
          mayEdit={mayEdit}
          onChanged={ask}
          onOpen={(id) => change({ id: [id] }, { isStep: true })}
          onCreate={() => change({ id: ['new'] }, { isStep: true })}
        />
      )}
      {data !== undefined && search.tab === 'results' && (
        <ResultsTab data={data} url={url} onLook={(id) => change({ result: [id] }, { isStep: true })} />
      )}
      {data !== undefined && search.tab === 'figures' && (
        <Suspense fallback={null}>
          <FiguresTab data={data} search={search} onChange={change} onLook={(id) => change({ result: [id] }, { isStep: true })} />
        </Suspense>
      )}
      <ChecklistPanel data={data} openId={search.id[0] ?? null} mayEdit={mayEdit} onClose={() => change({ id: [] })} onSaved={ask} />
      {hasLooked && (
        <Suspense fallback={null}>
          <ResultPanel
            id={looked}
            onAnswer={mayAnswer ? (id) => change({ result: [], run: [id] }, { isStep: true }) : null}
            onCorrect={mayAnswer ? (id) => change({ result: [], run: [id], fix: true }, { isStep: true }) : null}
            onClose={() => change({ result: [] })}
          />
        </Suspense>
      )}
    </div>
  )
}
