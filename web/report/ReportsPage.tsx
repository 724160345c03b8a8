import { useState } from 'react'
import { useQuery } from 'urql'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ReportPlacesDocument, ReportsDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { Subscriptions } from '#web/parts/subscription/Subscriptions.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { linkedFigure } from './figure.view.ts'
import { FigureThenAndNow } from './FigureThenAndNow.tsx'
import { ReportForm } from './ReportForm.tsx'
import { ReportList } from './ReportList.tsx'
import classes from './ReportsPage.module.css'

/** How far a report is stands in no record that closes, so it is asked for while one is being made. */
const ASK_EVERY_MS = 2_000

/** Returns the page of reports: what is asked for, what is sent by itself, and the files, how far they are, and the way to have one made again. */
export function ReportsPage() {
  const { t } = useTexts('report')
  // The link of an e-mail names the run; what is chosen later does not change it.
  const [run] = useState(() => new URLSearchParams(globalThis.location.search).get('run'))
  const [linked] = useState(() => linkedFigure(globalThis.location.search))
  usePageTitle(t('page.reports'))
  const [places] = useQuery({ query: ReportPlacesDocument, variables: {} })
  const [known] = useQuery({ query: ReportsDocument, variables: {} })
  const isMaking = known.data?.reportRuns.some(({ file }) => file.status === 'PREPARING') === true
  const [result, ask] = useFreshQuery(
    ReportsDocument,
    {},
    { workCenterIds: null, kinds: ['job'] },
    { everyMs: isMaking ? ASK_EVERY_MS : null },
  )
  const [problem] = problemsOf(result.error)
  const runs = result.data?.reportRuns
  return (
    <>
      <PageHeading>{t('page.reports')}</PageHeading>
      {linked !== null && places.data !== undefined && <FigureThenAndNow linked={linked} places={places.data.workCenters} />}
      {places.data !== undefined && <ReportForm known={places.data} onAsked={ask} />}
      {places.data !== undefined && <Subscriptions workCenterId={null} places={places.data.workCenters} />}
      <h2 className={classes['heading']}>{t('list.title')}</h2>
      {runs === undefined && result.error !== undefined ? (
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      ) : (
        runs !== undefined && <ReportList runs={runs} named={run} places={places.data?.workCenters ?? []} onAsked={ask} />
      )}
    </>
  )
}
