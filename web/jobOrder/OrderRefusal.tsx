import { useMemo } from 'react'
import { useQuery } from 'urql'
import { WhoChangedOrdersDocument } from '#web/api/generated/graphql.ts'
import { alreadySo } from '#web/parts/order/alreadySo.ts'
import { timeText } from '#web/parts/order/timeText.ts'
import { problemText, type ShownProblem } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { askedAbout, namesOf } from './whoChanged.ts'

/** Returns the name of the person of that id who changed one of the orders; null where it is not known. */
export type NameOf = (personId: string) => string | null

/** Returns who changed the orders before those who were refused; nothing is asked where nobody did, and of many orders once. */
export function useWhoChanged(refused: readonly { readonly id: number; readonly problem: ShownProblem }[]): NameOf {
  const ids = askedAbout(refused)
  // A list is made anew whenever it is drawn; its ids say whether it is another one.
  const key = ids.join(',')
  const variables = useMemo(() => ({ ids: key === '' ? [] : key.split(',').map(Number) }), [key])
  const [{ data }] = useQuery({ query: WhoChangedOrdersDocument, variables, pause: ids.length === 0, requestPolicy: 'network-only' })
  const names = useMemo(() => namesOf(data?.jobOrdersPages.items ?? []), [data])
  return (personId) => names.get(personId) ?? null
}

type OrderRefusalProps = {
  readonly problem: ShownProblem
  /** That of the order's work center. */
  readonly zone: string
  readonly nameOf: NameOf
  /** Which field it speaks of, where that stands far from it. */
  readonly field?: string | null
}

/** Returns why something was not done with the order, with the way to what that means. */
export function OrderRefusal({ problem, zone, nameOf, field = null }: OrderRefusalProps) {
  const { t } = useTexts('jobOrder')
  const sentence = useOrderRefusal(problem, zone, nameOf)
  return <Explained>{field === null ? sentence : t('panel.field', { field, problem: sentence })}</Explained>
}

/** Returns why something was not done with the order; where somebody else was faster, who and when, by the clock of the zone (domain.md J-1). */
export function useOrderRefusal(problem: ShownProblem, zone: string, nameOf: NameOf): string {
  const { t } = useTexts('jobOrder')
  const format = useZoneFormat(zone)
  const already = alreadySo(problem)
  if (already === null) return problemText(t, problem)
  const { status, since, by } = already
  const name = nameOf(by)
  const time = timeText(format, since, serverNow())
  return name === null ? t(`already.${status}`, { time }) : t(`alreadyBy.${status}`, { time, name })
}
