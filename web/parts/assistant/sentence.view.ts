import type { AskAssistantQuery } from '#web/api/generated/graphql.ts'

type Answer = Pick<AskAssistantQuery['ask'], 'facts' | 'intent' | 'moreCount'>
type Fact = Answer['facts'][number]

/** The sentence of an answer: its words by name, and the fact or the count that they tell; each figure is one of the facts. */
export type Sentence =
  | {
      readonly key: 'alerts' | 'changes' | 'checklists' | 'days' | 'doing' | 'losses' | 'shifts' | 'silent' | 'targets'
      readonly count: number
    }
  | {
      readonly key: 'battery' | 'done' | 'highest' | 'longest' | 'lowest' | 'most' | 'next' | 'noForecast' | 'ofPlan'
      readonly fact: Fact
    }
  | { readonly key: 'taken' | 'trend' | 'untaken'; readonly fact: Fact }
  | { readonly key: 'lossTime'; readonly count: number; readonly fact: Fact }

/** Returns the sentence that stands above the lines of an answer; null where its one line says it already, or nothing was found. */
export function sentenceOf({ intent, facts, moreCount }: Answer): Sentence | null {
  const of = (kind: Fact['kind']) => facts.filter((fact) => fact.kind === kind)
  const [first] = facts
  if (first === undefined) return null
  const all = (kind: Fact['kind']) => of(kind).length + moreCount
  const told = (key: Extract<Sentence, { readonly fact: Fact }>['key'], fact: Fact | undefined): Sentence | null =>
    fact === undefined || key === 'lossTime' ? null : { key, fact }
  switch (intent) {
    case 'DOING':
      return facts.length === 1 ? null : { key: 'doing', count: all('STATUS') }
    case 'WHO_HAS_IT': {
      const alerts = of('ALERT')
      return (
        told(
          'taken',
          alerts.find(({ text }) => text != null),
        ) ?? told('untaken', alerts[0])
      )
    }
    case 'WHY':
    case 'TOP_LOSSES':
      return told('most', highest(of('REASON')))
    case 'UNEXPLAINED': {
      const [time] = of('DURATION')
      const count = of('COUNT')[0]?.value ?? 0
      return time === undefined ? { key: 'losses', count } : { key: 'lossTime', count, fact: time }
    }
    case 'OEE':
      return told('lowest', whole(facts, moreCount, lowest))
    case 'WORST':
      return told('lowest', lowest(facts))
    case 'COMPARE':
    case 'ENERGY':
      return told('highest', whole(facts, moreCount, highest))
    case 'OUTPUT_VS_PLAN':
      return (
        told(
          'ofPlan',
          of('ORDER').find((fact) => fact.of != null),
        ) ?? told('highest', whole(of('OUTPUT'), moreCount, highest))
      )
    case 'ORDER_DONE':
      return told(first.at == null ? 'noForecast' : 'done', first)
    case 'RUNS_NEXT':
      return told('next', first)
    case 'SHIFT_STATE':
      // Beyond the lines there may be shifts and people.
      return of('PERSON').length > 0 && moreCount > 0 ? null : { key: 'shifts', count: all('SHIFT') }
    case 'TARGET':
      return facts.length === 1 ? null : { key: 'targets', count: all('TARGET') }
    case 'TREND':
      return (
        told(
          'trend',
          of('DIFFERENCE').find((fact) => fact.of != null),
        ) ?? { key: 'days', count: all('SHARE') }
      )
    case 'BATTERY':
      return first.kind === 'DEVICE' ? { key: 'silent', count: all('DEVICE') } : told('battery', first)
    case 'DEVICE_CONNECTED':
      return told('longest', facts.length === 1 ? undefined : first)
    case 'NOTIFICATIONS':
      return { key: 'alerts', count: all('ALERT') }
    case 'CHECKLISTS':
      return { key: 'checklists', count: all('CHECKLIST') }
    case 'CHANGED':
      return { key: 'changes', count: all('CHANGE') }
    default:
      return null
  }
}

/** Of a list that was cut the first and the last are not known. */
function whole(facts: readonly Fact[], moreCount: number, pick: typeof highest): Fact | undefined {
  return moreCount > 0 || facts.length < 2 ? undefined : pick(facts)
}

function highest(facts: readonly Fact[]): Fact | undefined {
  return facts.filter(({ value }) => value != null).toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0))[0]
}

function lowest(facts: readonly Fact[]): Fact | undefined {
  return facts.filter(({ value }) => value != null).toSorted((one, other) => (one.value ?? 0) - (other.value ?? 0))[0]
}
