import { useState } from 'react'
import { fetchFile } from '#web/api/file.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ExportAuditLogDocument, JobRunsDocument, type JobRunsQuery } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { heldTenant } from '#web/base/tenant.ts'
import { useSession } from '#web/base/session.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import classes from './JobsPage.module.css'

type Run = JobRunsQuery['jobRuns']['items'][number]

const SHOWN = 100

/** Returns the newest background jobs of the company: what waits, runs, is done and failed, with the files that they made. */
export function JobsPage() {
  const { t } = useTexts('user')
  const [result, ask] = useFreshQuery(JobRunsDocument, { size: SHOWN }, { workCenterIds: null, kinds: ['job'] })
  const exporting = useChange(ExportAuditLogDocument)
  const runs = result.data?.jobRuns.items
  const problem = problemsOf(result.error)[0] ?? exporting.problems[0]
  usePageTitle(t('page.jobs'))
  const columns = useColumns()
  return (
    <>
      <div className={classes['head']}>
        <PageHeading>{t('page.jobs')}</PageHeading>
        <ActionButton isBusy={exporting.isBusy} onClick={() => void exporting.run({})}>
          {t('jobs.exportLog')}
        </ActionButton>
      </div>
      {problem && <PanelError title={problemText(t, problem)} retryLabel={t('state.retry')} onRetry={ask} />}
      {runs && runs.length > 0 && <Table caption={t('page.jobs')} columns={columns} rows={runs} rowKey={({ id }) => id} />}
      {runs?.length === 0 && <EmptyState title={t('jobs.none')} text={t('jobs.noneHelp')} />}
    </>
  )
}

function useColumns(): readonly Column<Run>[] {
  const { t } = useTexts('user')
  const format = useFormat()
  const kindOf = (run: Run) =>
    run.kind === 'EMAIL' || run.kind === 'CALIBRATION' || run.kind === 'EXPORT' ? t(`jobs.kind.${run.kind}`) : run.kind
  const timeOf = (run: Run) => Date.parse(run.endedAt ?? (run.state === 'WAITING' ? run.dueAt : run.createdAt))
  return [
    {
      key: 'kind',
      title: t('jobs.what'),
      cell: (run) => (
        <div className={classes['lines']}>
          <strong>{kindOf(run)}</strong>
          <span>{run.subject}</span>
        </div>
      ),
    },
    {
      key: 'state',
      title: t('jobs.state'),
      cell: (run) => (
        <div className={classes['lines']}>
          <span>
            {t(`jobs.states.${run.state}`)}
            {run.state === 'RUNNING' && run.progress !== null && ` · ${format.number(run.progress)} %`}
          </span>
          {run.error !== null && <span className={classes['error']}>{run.error}</span>}
          {run.file && <Download id={run.file.id} name={run.file.name} />}
        </div>
      ),
    },
    { key: 'tries', title: t('jobs.tries'), isNumber: true, hideBelow: 600, cell: (run) => format.number(run.attempts) },
    { key: 'time', title: t('jobs.time'), hideBelow: 600, cell: (run) => format.dateTime(timeOf(run)) },
  ]
}

function Download({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTexts('user')
  const session = useSession()
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    const file = await fetchFile({ id, accessToken: session.accessToken, tenantId: heldTenant() })
    if (!(file instanceof Blob)) return setProblem(problemText(t, file))
    const url = URL.createObjectURL(file)
    Object.assign(document.createElement('a'), { href: url, download: name }).click()
    URL.revokeObjectURL(url)
  }
  return problem === null ? (
    <ActionButton onClick={() => void save()}>{t('jobs.download', { name })}</ActionButton>
  ) : (
    <span role="alert">{problem}</span>
  )
}
