import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import {
  IntegrationTrafficDocument,
  PreviewIntegrationRunDocument,
  RetryOutboxDocument,
  RunIntegrationDocument,
  SkipOutboxDocument,
  type IntegrationRunFactsFragment,
  type IntegrationTrafficQuery,
  type OutboxFactsFragment as Message,
} from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { CompareButton } from '#web/parts/elsewhere/CompareButton.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { numberText } from '#web/ui/form/readNumber.ts'
import { CheckRequests } from './CheckRequests.tsx'
import { failureProblem, gatherRuns, isBehindAnother } from './integration.view.ts'
import classes from './Integrations.module.css'
import { RefusedLines } from './RefusedLines.tsx'
import { RunOrders } from './RunOrders.tsx'
import { useRunText } from './useRunText.ts'

type TrafficPanelProps = {
  readonly integrationId: string
  /** Of the integration. */
  readonly name: string
  readonly canRun: boolean
  /** Whether imports come by themselves only once one was confirmed. */
  readonly isFirst: boolean
  readonly mayDecide: boolean
  /** Opens the setup; null for who may not change it. */
  readonly onSetUp: (() => void) | null
  readonly onChanged: () => void
}

const INTEREST = { workCenterIds: null, kinds: ['order', 'audit'] } as const
const ASK_EVERY = { everyMs: 10_000 } as const

/** So many runs, and messages that nobody has to decide about, are shown, and at once so many more, up to the most that one page of them has. */
const SHOWN = 50
const MOST_SHOWN = 500

/** So many of a run are named; how many there are stands in its counts. */
const MOST_REFUSED = 10

/** Returns what comes in and goes out: an import with its counts before it runs, the last runs, and messages with both sides beside each other. */
export function TrafficPanel({ integrationId, name, canRun, isFirst, mayDecide, onSetUp, onChanged }: TrafficPanelProps) {
  const { t } = useTexts('integration')
  const format = useFormat()
  const [shown, setShown] = useState(SHOWN)
  const [runs, setRuns] = useState(SHOWN)
  const [failedOnly, setFailedOnly] = useState(false)
  const variables = useMemo(() => ({ integrationId, shown, runs, failedOnly }), [integrationId, shown, runs, failedOnly])
  const [result, refetch] = useFreshQuery(IntegrationTrafficDocument, variables, INTEREST, ASK_EVERY)
  const preview = useChange(PreviewIntegrationRunDocument)
  const run = useChange(RunIntegrationDocument)
  const retry = useChange(RetryOutboxDocument)
  const skip = useChange(SkipOutboxDocument)
  const [said, setSaid] = useState<IntegrationRunFactsFragment | null>(null)
  const changed = (problems: readonly ApiProblem[]) => {
    if (problems[0] !== undefined) showToast(problemText(t, problems[0]))
    refetch()
    onChanged()
  }
  const countsOf = useRunText()
  const previewed = async () => {
    const { data, problems } = await preview.run({ integrationId })
    setSaid(data?.previewIntegrationRun ?? null)
    changed(problems)
  }
  const applied = async (checkToken: string | null) => {
    const { problems } = await run.run({ integrationId, checkToken })
    setSaid(null)
    changed(problems)
  }
  const requests = result.data?.integrationRequests ?? []
  const { open, others } = result.data ?? {}
  const decide = (decision: typeof retry | typeof skip, messages: readonly Pick<Message, 'id'>[]) =>
    void decision.run({ integrationId, messageIds: messages.map(({ id }) => id) }).then(({ problems }) => changed(problems))
  const linesOf = (messages: readonly Message[]) =>
    messages.map((message) => (
      <MessageLine
        key={message.id}
        message={message}
        isBehind={isBehindAnother(message, [...(open?.items ?? []), ...(others?.items ?? [])])}
        mayDecide={mayDecide}
        compare={<CompareButton integrationId={integrationId} name={name} jobOrderId={message.jobOrderId} orderCode={message.orderCode} />}
        onSetUp={onSetUp}
        onRetry={() => decide(retry, [message])}
        onSkip={() => decide(skip, [message])}
      />
    ))
  // The first import is confirmed also where there is nothing to import yet.
  const canApply = said !== null && said.error == null && (said.checkToken != null || isFirst)
  return (
    <div className={classes['traffic']}>
      {canRun && (
        <div className={classes['acts']}>
          <ActionButton isBusy={preview.isBusy} onClick={() => void previewed()}>
            {t('run.preview')}
          </ActionButton>
          {canApply && (
            <ActionButton isMain isBusy={run.isBusy} onClick={() => void applied(said.checkToken ?? null)}>
              {t('run.apply')}
            </ActionButton>
          )}
        </div>
      )}
      {said !== null && (
        <div role="status" className={classes['said']}>
          <b>{t('run.would')}</b> {countsOf(said)}
          <RefusedLines refused={said.refused} />
          {said.importId != null && <RunOrders key={said.id} integrationId={integrationId} name={name} importId={said.importId} />}
        </div>
      )}
      <h3>{t('run.title')}</h3>
      <CheckField name="failedOnly" label={t('run.failedOnly')} isChecked={failedOnly} onChange={setFailedOnly} />
      <ul className={classes['lines']}>
        {gatherRuns(result.data?.integrationRuns.items ?? []).map((group) => {
          const [one] = group
          const first = group.at(-1) ?? one
          const isQuiet = group.length > 1
          return (
            <li key={one.id}>
              <span className={classes['muted']}>
                {isQuiet && `${format.dateTime(Date.parse(first.startedOn))} – `}
                {format.dateTime(Date.parse(one.startedOn))} ·{' '}
                {t(one.kind === 'PREVIEW' ? 'run.previewed' : one.isByHand ? 'run.byHand' : 'run.bySchedule')}
                {one.user != null && ` (${one.user.fullName})`}
              </span>{' '}
              {isQuiet ? t('run.nothing', { count: group.length }) : countsOf(one)}
              <RefusedLines refused={one.refused} most={MOST_REFUSED} />
              {one.importId != null && <RunOrders integrationId={integrationId} name={name} importId={one.importId} />}
              {requestsOf(group, requests)}
            </li>
          )
        })}
      </ul>
      {result.data?.integrationRuns.items.length === 0 && <p className={classes['muted']}>{t('run.none')}</p>}
      {result.data !== undefined &&
        result.data.integrationRuns.totalItems > result.data.integrationRuns.items.length &&
        runs < MOST_SHOWN && (
          <div className={classes['acts']}>
            <ActionButton isBusy={result.fetching} onClick={() => setRuns(Math.min(MOST_SHOWN, runs + SHOWN))}>
              {t('run.more')}
            </ActionButton>
          </div>
        )}
      {open !== undefined && open.items.length > 0 && (
        <>
          <h3>
            {t('outbox.open')} · {format.number(open.totalItems)}
          </h3>
          {mayDecide && open.items.length > 1 && (
            <div className={classes['acts']}>
              <ActionButton isBusy={retry.isBusy} onClick={() => decide(retry, open.items)}>
                {t('outbox.allAgain')}
              </ActionButton>
            </div>
          )}
          <ul className={classes['lines']}>{linesOf(open.items)}</ul>
        </>
      )}
      <h3>{t('outbox.title')}</h3>
      <ul className={classes['lines']}>{linesOf(others?.items ?? [])}</ul>
      {others !== undefined && others.totalItems > others.items.length && shown < MOST_SHOWN && (
        <div className={classes['acts']}>
          <ActionButton isBusy={result.fetching} onClick={() => setShown(Math.min(MOST_SHOWN, shown + SHOWN))}>
            {t('outbox.more')}
          </ActionButton>
        </div>
      )}
      {requestsOf([{ id: null, error: null }], requests)}
      {others?.items.length === 0 && open?.items.length === 0 && <p className={classes['muted']}>{t('outbox.none')}</p>}
    </div>
  )
}

type Run = { readonly id: string | null; readonly error: unknown }

/** What was asked by the runs, in its order, as far as it is kept; null of the messages that went out and of setups. */
function requestsOf(runs: readonly Run[], requests: IntegrationTrafficQuery['integrationRequests']) {
  const own = requests.filter(({ runId }) => runs.some(({ id }) => id === runId)).toReversed()
  return own.length === 0 ? null : <CheckRequests requests={own.map(({ request }) => request)} hasFailed={runs[0]?.error != null} />
}

type MessageLineProps = {
  readonly message: Message
  /** Whether an earlier one of its order goes first. */
  readonly isBehind: boolean
  readonly mayDecide: boolean
  /** Shows both sides of the order. */
  readonly compare: ReactNode
  readonly onSetUp: (() => void) | null
  readonly onRetry: () => void
  readonly onSkip: () => void
}

function MessageLine({ message, isBehind, mayDecide, compare, onSetUp, onRetry, onSkip }: MessageLineProps) {
  const { t } = useTexts('integration')
  const format = useFormat()
  const { jobOrderId, orderCode, externalCode, operation, accepted, rejected, theirs, state, error, nextTryOn, answeredOn, decidedBy } =
    message
  const number = (value: number) => numberText(value, format.locale)
  const isOpen = state === 'CONFLICT' || state === 'NEEDS_PERSON'
  return (
    <li data-state={state}>
      <Link to="/job-orders" search={{ id: [jobOrderId] }} className={classes['order']}>
        {orderCode}
      </Link>{' '}
      {externalCode !== orderCode && <span className={classes['muted']}>{externalCode}</span>} · {t(`outbox.act.${operation}`)} ·{' '}
      {t(`outbox.state.${state}`)} {isBehind && t('outbox.behind')}
      <div className={classes['sides']}>
        <span>{t('outbox.ours', { accepted: number(accepted), rejected: number(rejected) })}</span>
        {theirs != null && <span>{t('outbox.theirs', { accepted: number(theirs) })}</span>}
      </div>
      {error != null && <p className={classes['muted']}>{problemText(t, failureProblem(error))}</p>}
      {nextTryOn != null && message.tries > 0 && (
        <p className={classes['muted']}>{t('outbox.next', { time: format.time(Date.parse(nextTryOn)) })}</p>
      )}
      {(answeredOn != null || decidedBy != null) && (
        <p className={classes['muted']}>
          {[answeredOn != null && format.dateTime(Date.parse(answeredOn)), decidedBy?.fullName].filter(Boolean).join(' · ')}
        </p>
      )}
      {isOpen && (
        <div className={classes['acts']}>
          {compare}
          {mayDecide && (
            <>
              <ActionButton onClick={onRetry}>
                {t('outbox.again')} <span className="hidden-text">{orderCode}</span>
              </ActionButton>
              <ActionButton onClick={onSkip}>
                {t('outbox.skip')} <span className="hidden-text">{orderCode}</span>
              </ActionButton>
              {state === 'NEEDS_PERSON' && onSetUp !== null && (
                <ActionButton onClick={onSetUp}>
                  {t('outbox.settings')} <span className="hidden-text">{orderCode}</span>
                </ActionButton>
              )}
            </>
          )}
        </div>
      )}
    </li>
  )
}
