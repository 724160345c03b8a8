import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { AnswerStartProposalDocument, type PanelOrderFragment, StartProposalDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { OrderActBody } from './orderAct.ts'
import { onceTapped } from './onceTapped.ts'
import { useCome } from './panelPlace.ts'
import { timeText } from './timeText.ts'
import classes from './OrderPanel.module.css'

/** Units that come at another pace close no record: they are looked at once a minute. */
const EVERY_MS = 60_000

export type StartProposalProps = {
  readonly workCenterId: number
  /** What becomes of the order in progress; undefined = nothing is in progress. */
  readonly others: OrderActBody['running']
  readonly next: readonly PanelOrderFragment[]
  readonly onStart: (order: PanelOrderFragment, at: string) => void
  readonly onCome: () => void
}

/** Returns the question whether another order began, where the units of the machine say so: one tap starts it since then, another says No (domain.md F-4). */
export function StartProposal({ workCenterId, others, next, onStart, onCome }: StartProposalProps) {
  const { t } = useTexts('order')
  const format = useFormat()
  const variables = useMemo(() => ({ workCenterId }), [workCenterId])
  const isIdle = next.length === 0
  const [result, askAgain] = useFreshQuery(
    StartProposalDocument,
    variables,
    { workCenterIds: [workCenterId], kinds: ['loss', 'order'] },
    { pause: isIdle, everyMs: EVERY_MS },
  )
  useCome(isIdle || result.data !== undefined || result.error !== undefined, onCome)
  const answer = useChange(AnswerStartProposalDocument)
  const proposal = result.data?.orderStartProposals.proposal
  const order = next.find(({ id }) => id === proposal?.jobOrder?.id)
  const isAnswered = answer.sent !== null || (answer.saved !== null && answer.saved.variables.at === proposal?.at)
  if (isIdle || proposal == null || order === undefined || isAnswered || !order.allowedActions.includes('START')) return null
  const { at, sign } = proposal
  const names = { code: order.orderCode, running: others?.codes.join(', ') ?? '', time: timeText(format, Date.parse(at), serverNow()) }
  const say = async (isAccepted: boolean) => {
    const [problem] = (await answer.run({ workCenterId, jobOrderId: order.id, at, isAccepted, sign, actingUserId: actingUserId() }))
      .problems
    // A start waits for a connection, and says by itself what was refused of it.
    if (problem !== undefined && !isAccepted) showToast(problemText(t, problem))
    askAgain()
  }
  return (
    <div className={classes['waitingOrder']} role="status" data-first>
      <p>
        <b>{t(`proposal.${sign}`, names)}</b>
      </p>
      <div className={classes['acts']}>
        <button
          type="button"
          data-main
          onClick={onceTapped(() => {
            onStart(order, at)
            void say(true)
          })}
        >
          <Icon name="play" size={20} />
          {t('proposal.yes', names)}
        </button>
        <button type="button" onClick={onceTapped(() => void say(false))}>
          {t('proposal.no')}
        </button>
      </div>
    </div>
  )
}
