import { useEffect, useRef } from 'react'
import { RemakeReportDocument, type ReportPlacesQuery, type ReportsQuery } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { DownloadFile } from './DownloadFile.tsx'
import { datesText } from './reports.view.ts'
import classes from './ReportsPage.module.css'

type Run = ReportsQuery['reportRuns'][number]
type ReportListProps = {
  readonly runs: readonly Run[]
  readonly places: ReportPlacesQuery['workCenters']
  readonly onAsked: () => void
  /** The run to which the link of an e-mail leads; null = none. */
  readonly named: string | null
}

/** Returns the reports of the viewer, the newest first: what each is, how far it is, its file, and how to have it made again. */
export function ReportList({ runs, places, onAsked, named }: ReportListProps) {
  const found = useRef<HTMLLIElement>(null)
  const isThere = runs.some(({ id }) => id === named)
  useEffect(() => {
    if (isThere) found.current?.scrollIntoView({ block: 'center' })
  }, [isThere])
  const { t } = useTexts('report')
  const format = useFormat()
  const remaking = useChange(RemakeReportDocument)
  const remake = async (id: string) => {
    const { data, problems } = await remaking.run({ id })
    const text = problems[0] ? problemText(t, problems[0]) : (data?.result.errorMessage ?? data?.result.successMessage)
    if (text != null) showToast(text)
    onAsked()
  }
  if (runs.length === 0) return <EmptyState title={t('list.none')} text={t('list.noneHelp')} />
  const placeText = ({ workCenterIds }: Run) =>
    workCenterIds === null
      ? t('form.allPlaces')
      : workCenterIds.map((id) => places.find((one) => one.id === id)?.name ?? `#${id}`).join(', ')
  const stateText = ({ file }: Run) =>
    file.status === 'PREPARING' && file.progress !== null
      ? `${t('status.PREPARING')} · ${format.percentOf(file.progress)}`
      : t(`status.${file.status}`)
  return (
    <ul className={classes['list']}>
      {runs.map((run) => (
        <li
          key={run.id}
          className={classes['run']}
          {...(run.id === named && { ref: found, 'data-named': true, 'aria-current': 'true' as const })}
        >
          <div className={classes['what']}>
            <strong>{`${run.viewName ?? t(`type.${run.type}`)} · ${run.format}`}</strong>
            <span>{`${datesText(run, (at) => format.day(at))} · ${placeText(run)}`}</span>
            <span className={classes['muted']}>
              {t(run.isSubscribed ? 'list.came' : 'list.asked', { time: format.dateTime(Date.parse(run.createdAt)) })}
            </span>
            {run.restatedShifts > 0 && <span className={classes['restated']}>{t('list.restated', { count: run.restatedShifts })}</span>}
          </div>
          <div className={classes['state']} data-state={run.file.status} role="status">
            {stateText(run)}
            {run.file.status === 'FAILED' && run.errorId !== null && <span className={classes['muted']}>{run.errorId}</span>}
          </div>
          <div className={classes['actions']}>
            {run.file.path !== null && run.file.name !== null && <DownloadFile path={run.file.path} name={run.file.name} />}
            {run.file.status !== 'PREPARING' && (
              <ActionButton isBusy={remaking.sent?.id === run.id} onClick={() => void remake(run.id)}>
                {t('list.again')}
              </ActionButton>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
