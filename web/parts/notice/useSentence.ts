import { useMemo } from 'react'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { InboxItemFragment } from '#web/api/generated/graphql.ts'
import { figureOf } from '#web/parts/rules/ruleWords.view.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { zoneFormats } from '#web/ui/zoneFormats.ts'
import { causeOf, flowSentence, measuredSentence, percentPair, refusalOf, taskSentence, whenOf } from './sentence.view.ts'

/** Returns what gives the sentence of a notification in the reader's language, without the work center. */
export function useSentence(): (item: InboxItemFragment) => string {
  const { t } = useTexts('notification')
  const own = useFormat()
  const formatIn = useMemo(() => zoneFormats(own), [own])
  return (item) => {
    const format = formatIn(item.workCenter?.timeZone ?? own.timeZone)
    const time = whenOf(format, Date.parse(item.since), Date.parse(item.firedAt))
    if (item.type === 'TARGET_VALUE') {
      const { value, target } = percentPair(format, item.value, item.target)
      const { periodType } = item
      const key = periodType === null || periodType === 'SHIFT' ? 'sentence.TARGET_VALUE' : (`sentence.TARGET_VALUE_${periodType}` as const)
      return t(key, { figure: t(`mode.${figureOf(item.mode)}`), value, target, time })
    }
    if (item.type === 'BATTERY_LOW' || item.type === 'DE_PHASING')
      return t(`sentence.${measuredSentence({ type: item.type, cause: item.cause })}`, {
        value: percentPair(format, item.value, item.target).value,
        time,
      })
    const count = item.value ?? 1
    if (item.type === 'CHECKLIST_DEVIATION') return t('sentence.CHECKLIST_DEVIATION', { name: item.status ?? '', count, time })
    if (item.type === 'CHECKLIST_MISSED') return t('sentence.CHECKLIST_MISSED', { name: item.status ?? '', time })
    if (item.type === 'TASK_WAITING') return t(`sentence.${taskSentence(item.cause)}`, { count, time })
    const name = item.status ?? ''
    if (item.type === 'PREPAID_ENDING') return t('sentence.PREPAID_ENDING', { date: format.date(Date.parse(`${name}T12:00:00Z`)) })
    if (item.type === 'INTEGRATION_ATTENTION') return t(`sentence.INTEGRATION_${causeOf(item.cause)}`, { name, count })
    if (item.type === 'ORDER_REACHED' || item.type === 'LATE_DATA') return t(`sentence.${item.type}`, { name, time })
    if (item.type === 'FLOW_ERROR') return t(`sentence.${flowSentence(item.cause)}`, { time })
    const refusal = item.type === 'CONNECTION_ERROR' ? refusalOf(item.cause) : null
    if (refusal !== null) return t('sentence.CONNECTION_REFUSED', { time, why: t(`refusal.${refusal}`), number: format.number(count) })
    if (item.type === 'WORK_IN_NON_WORK_TIME' && item.value !== null)
      return t('sentence.NON_WORK_LASTED', { time, duration: format.duration(item.value * MINUTE_MS) })
    if (item.type !== 'STATUS_DURATION') return t(`sentence.${item.type}`, { time })
    const { status } = item
    const shown = status === 'OFF' || status === 'UNDEFINED' ? t(`status.${status}`) : (status ?? '')
    return t('sentence.STATUS_DURATION', { status: shown, time })
  }
}
