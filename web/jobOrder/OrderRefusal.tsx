import { alreadySo } from '#web/parts/order/alreadySo.ts'
import { timeText } from '#web/parts/order/timeText.ts'
import { problemText, type ShownProblem } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'

type OrderRefusalProps = {
  readonly problem: ShownProblem
  /** That of the order's work center. */
  readonly zone: string
  /** Which field it speaks of, where that stands far from it. */
  readonly field?: string | null
}

/** Returns why something was not done with the order, with the way to what that means. */
export function OrderRefusal({ problem, zone, field = null }: OrderRefusalProps) {
  const { t } = useTexts('jobOrder')
  const sentence = useOrderRefusal(problem, zone)
  return <Explained>{field === null ? sentence : t('panel.field', { field, problem: sentence })}</Explained>
}

/** Returns why something was not done with the order; where somebody else was faster, who and when, by the clock of the zone (domain.md J-1). */
export function useOrderRefusal(problem: ShownProblem, zone: string): string {
  const { t } = useTexts('jobOrder')
  const format = useZoneFormat(zone)
  const already = alreadySo(problem)
  if (already === null) return problemText(t, problem, format)
  const { status, since, name } = already
  const time = timeText(format, since, serverNow())
  return name === null ? t(`already.${status}`, { time }) : t(`alreadyBy.${status}`, { time, name })
}
