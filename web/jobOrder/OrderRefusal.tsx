import { useQuery } from 'urql'
import { WhoChangedOrderDocument } from '#web/api/generated/graphql.ts'
import { alreadySo } from '#web/parts/order/alreadySo.ts'
import { timeText } from '#web/parts/order/timeText.ts'
import { problemText, type ShownProblem } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'

type OrderRefusalProps = {
  readonly orderId: number
  readonly problem: ShownProblem
  /** Which field it speaks of, where that stands far from it. */
  readonly field?: string | null
}

/** Returns why something was not done with the order, with the way to what that means. */
export function OrderRefusal({ orderId, problem, field = null }: OrderRefusalProps) {
  const { t } = useTexts('jobOrder')
  const sentence = useOrderRefusal(orderId, problem)
  return <Explained>{field === null ? sentence : t('panel.field', { field, problem: sentence })}</Explained>
}

/** Returns why something was not done with the order; where somebody else was faster, who and when (domain.md J-1). */
export function useOrderRefusal(orderId: number, problem: ShownProblem): string {
  const { t } = useTexts('jobOrder')
  const format = useFormat()
  const already = alreadySo(problem)
  const [{ data }] = useQuery({
    query: WhoChangedOrderDocument,
    variables: { id: orderId },
    pause: already === null,
    requestPolicy: 'network-only',
  })
  if (already === null) return problemText(t, problem)
  const { status, since, by } = already
  const { events = [], runs = [] } = data?.jobOrder ?? {}
  const people = [...events.map(({ createdBy }) => createdBy), ...runs.map(({ startedBy }) => startedBy)]
  const name = people.find((person) => person?.id === by)?.fullName
  const time = timeText(format, since, serverNow())
  return name === undefined ? t(`already.${status}`, { time }) : t(`alreadyBy.${status}`, { time, name })
}
