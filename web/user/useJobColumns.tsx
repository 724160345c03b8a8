import { useState } from 'react'
import { fetchFile } from '#web/api/file.ts'
import type { JobRunsQuery } from '#web/api/generated/graphql.ts'
import { useSession } from '#web/base/session.ts'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './JobsPage.module.css'
import { JOB_KINDS } from './jobsSearch.ts'

export type JobRun = JobRunsQuery['jobRuns']['items'][number]

/** What runs a dead job again, and which job that is done with now. */
export type JobRetry = { readonly run: (id: string) => void; readonly busyId: string | null }

/** Returns the columns of the background jobs. */
export function useJobColumns({ run: onRetry, busyId }: JobRetry): readonly ListColumn<JobRun>[] {
  const { t } = useTexts('user')
  const format = useFormat()
  const kindOf = ({ kind }: JobRun) => {
    const known = JOB_KINDS.find((one) => one === kind)
    return known === undefined ? kind : t(`jobs.kind.${known}`)
  }
  const stateOf = ({ state, progress }: JobRun) =>
    `${t(`jobs.states.${state}`)}${state === 'RUNNING' && progress !== null ? ` · ${format.percentOf(progress)}` : ''}`
  const timeOf = (run: JobRun) => instantOf(run.endedAt ?? (run.state === 'WAITING' ? run.dueAt : null))
  return [
    {
      key: 'kind',
      title: t('jobs.what'),
      isTitle: true,
      value: (run) => [kindOf(run), run.subject ?? ''].filter((part) => part !== '').join(', '),
      cell: (run) => (
        <div className={classes['lines']}>
          <strong>{kindOf(run)}</strong>
          {run.subject !== null && <span className={classes['subject']}>{run.subject}</span>}
        </div>
      ),
    },
    {
      key: 'state',
      title: t('jobs.state'),
      isPlain: true,
      width: 380,
      value: (run) => [stateOf(run), run.error ?? ''].filter((part) => part !== '').join(', '),
      cell: (run) => (
        <div className={classes['lines']}>
          <span className={classes['state']} data-state={run.state}>
            {stateOf(run)}
          </span>
          {run.error !== null && <span className={classes['error']}>{run.error}</span>}
          {run.isRetryable && (
            <ActionButton isBusy={busyId === run.id} onClick={() => onRetry(run.id)}>
              {t('jobs.retry')}
            </ActionButton>
          )}
          {run.file && <Download id={run.file.id} name={run.file.name} />}
        </div>
      ),
    },
    {
      key: 'tries',
      title: t('jobs.tries'),
      kind: 'number',
      width: 90,
      value: (run) => run.attempts,
      cell: (run) => format.number(run.attempts),
    },
    {
      key: 'added',
      title: t('jobs.added'),
      kind: 'instant',
      isSortable: true,
      startsDown: true,
      width: 170,
      foldsBelow: 992,
      value: (run) => instantOf(run.createdAt),
      cell: (run) => format.dateTime(instantOf(run.createdAt)),
    },
    {
      key: 'time',
      title: t('jobs.time'),
      kind: 'instant',
      width: 170,
      foldsBelow: 992,
      value: timeOf,
      cell: (run) => format.dateTime(timeOf(run)),
    },
  ]
}

function instantOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text)
}

function Download({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTexts('user')
  const session = useSession()
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    const file = await fetchFile({ id, accessToken: session.accessToken, tenantId: session.tenantId })
    if (!(file instanceof Blob)) return setProblem(problemText(t, file))
    const url = URL.createObjectURL(file)
    Object.assign(document.createElement('a'), { href: url, download: name }).click()
    URL.revokeObjectURL(url)
  }
  return problem === null ? (
    <ActionButton onClick={() => void save()}>{t('jobs.download', { name })}</ActionButton>
  ) : (
    <span role="alert">
      <Explained>{problem}</Explained>
    </span>
  )
}
