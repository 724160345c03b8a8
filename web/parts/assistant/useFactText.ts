import { AUDIT_ACTIONS } from '#engine/access/auditActions.ts'
import { NOTIFICATION_TYPES } from '#engine/notification/notificationType.ts'
import type { AskAssistantQuery } from '#web/api/generated/graphql.ts'
import type { Translate } from '#web/texts/translate.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Format } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { sentenceOf } from './sentence.view.ts'

type AssistantFact = AskAssistantQuery['ask']['facts'][number]

/** A day of a trend stands in the place of a name. */
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Words that other pages have for a code. */
type Named = (code: string | null | undefined) => string | null
type Words = { readonly t: Translate<'assistant'>; readonly format: Format; readonly alertType: Named; readonly changed: Named }

/** Returns the function that writes the line of a fact; figures are written as every page writes them. */
export function useFactText(): (fact: AssistantFact) => string {
  const { t } = useTexts('assistant')
  const format = useFormat()
  const { t: ofAlerts } = useTexts('notification')
  const { t: ofAudit } = useTexts('user')
  const alertType = (code: string | null | undefined) => {
    const type = NOTIFICATION_TYPES.find((one) => one === code)
    return type === undefined ? null : ofAlerts(`type.${type}`)
  }
  const changed = (code: string | null | undefined) => {
    const action = AUDIT_ACTIONS.find((one) => one === code)
    return action === undefined ? null : ofAudit(`audit.action.${action}`)
  }
  return (fact) => factText(fact, { t, format, alertType, changed })
}

function factText(fact: AssistantFact, { t, format, alertType, changed }: Words): string {
  const { kind, text, code, value, of } = fact
  const name = DAY.test(fact.name ?? '') ? format.date(Date.parse(`${fact.name}T12:00:00Z`)) : (fact.name ?? '')
  const at = fact.at == null ? null : format.dateTime(Date.parse(fact.at))
  const amount = format.number(value)
  switch (kind) {
    case 'STATUS': {
      const status = text ?? (code === 'OFF' ? t('status.off') : code === 'UNDEFINED' ? t('status.undefined') : t('status.noData'))
      return at === null ? t('fact.statusNow', { name, status }) : t('fact.status', { name, status, at })
    }
    case 'DEVICE':
      if (at === null) return t('fact.neverHeard', { name })
      return code === 'NO_DATA' ? t('fact.silent', { name, at }) : t('fact.heard', { name, at })
    case 'ALERT':
      return [
        alertType(code),
        text == null ? t('fact.alert', { name, at: at ?? '' }) : t('fact.alertTaken', { name, at: at ?? '', who: text }),
      ]
        .filter(Boolean)
        .join(' · ')
    case 'REASON':
      return t('fact.reason', {
        name: fact.name ?? t('fact.noReason'),
        duration: format.duration((value ?? 0) * 1000),
        count: of ?? 0,
      })
    case 'COUNT':
      return t('fact.count', { count: value ?? 0 })
    case 'DURATION':
      return t('fact.duration', { duration: format.duration((value ?? 0) * 1000) })
    case 'SHARE':
    case 'TARGET':
    case 'BATTERY':
      return t('fact.named', { name, value: format.percent(value, 1) })
    case 'DIFFERENCE':
      return t('fact.difference', { now: format.percent(value, 1), before: format.percent(of, 1) })
    case 'OUTPUT':
    case 'MONEY':
      return t('fact.named', { name, value: `${amount} ${text ?? ''}`.trim() })
    case 'ENERGY':
      return t('fact.named', { name, value: t('fact.kwh', { value: amount }) })
    case 'ENERGY_PER_UNIT':
      return t('fact.named', { name, value: `${t('fact.kwh', { value: format.number(value, 3) })} / ${text ?? ''}` })
    case 'ORDER': {
      const made = of == null ? amount : t('fact.of', { value: amount, of: format.number(of) })
      return [t('fact.named', { name, value: made }), text, at].filter(Boolean).join(' · ')
    }
    case 'SHIFT':
      return [t('fact.shift', { name, code: text ?? '', at: at ?? '' }), value == null ? null : `OEE ${format.percent(value, 1)}`]
        .filter(Boolean)
        .join(' · ')
    case 'CHECKLIST':
      return [name, text, t('fact.due', { at: at ?? '' })].filter(Boolean).join(' · ')
    case 'CHANGE':
      return [changed(code), fact.name ?? t('fact.somebody'), at].filter(Boolean).join(' · ')
    case 'PERSON':
      return [t('fact.named', { name, value: text ?? '' }), code].filter(Boolean).join(' · ')
  }
}

/** Returns the function that writes the sentence of an answer; null where there is none. */
export function useSentenceText(): (answer: AskAssistantQuery['ask']) => string | null {
  const { t } = useTexts('assistant')
  const format = useFormat()
  const lineOf = useFactText()
  return (answer) => {
    const sentence = sentenceOf(answer)
    if (sentence === null) return null
    if (!('fact' in sentence)) return t(`sentence.${sentence.key}`, { count: sentence.count })
    const { fact } = sentence
    const name = fact.name ?? ''
    switch (sentence.key) {
      case 'lossTime':
        return t('sentence.lossTime', { count: sentence.count, duration: format.duration((fact.value ?? 0) * 1000) })
      case 'trend':
        return t('sentence.trend', { now: format.percent(fact.value, 1), before: format.percent(fact.of, 1) })
      case 'taken':
        return t('sentence.taken', { who: fact.text ?? '' })
      case 'untaken':
        return t('sentence.untaken')
      case 'done':
        return t('sentence.done', { name, at: fact.at == null ? '' : format.dateTime(Date.parse(fact.at)) })
      case 'ofPlan':
        return t('sentence.ofPlan', { name, value: format.number(fact.value), of: format.number(fact.of) })
      case 'longest':
      case 'next':
      case 'noForecast':
        return t(`sentence.${sentence.key}`, { name })
      case 'battery':
      case 'highest':
      case 'lowest':
      case 'most':
        return t(`sentence.${sentence.key}`, { line: lineOf(fact) })
    }
  }
}
