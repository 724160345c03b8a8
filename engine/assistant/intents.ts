import type { AbilitySubject } from '#engine/access/abilities.ts'
import type { Concept } from './concepts.ts'

/** The questions that are understood (domain.md HP-2). */
export const INTENTS = [
  ...(['doing', 'since', 'why', 'whoHasIt', 'oee', 'compare', 'worst', 'topLosses', 'unexplained', 'outputVsPlan', 'orderDone'] as const),
  ...(['runsNext', 'shiftState', 'energy', 'target', 'trend', 'battery', 'notifications', 'checklists', 'term', 'howTo'] as const),
  ...(['whereIs', 'changed', 'deviceConnected', 'reportLink', 'support'] as const),
] as const
export type Intent = (typeof INTENTS)[number]

/** Those whose answer another period changes, so that the next question may be the period alone. */
export const INTENTS_OF_PERIOD: ReadonlySet<Intent> = new Set<Intent>([
  ...(['why', 'oee', 'worst', 'topLosses', 'unexplained', 'outputVsPlan', 'energy', 'trend', 'changed'] as const),
])

/** What a question must name, or the question before it. */
export type Slot = 'place' | 'twoPlaces' | 'order'

/** What a question may have besides words: an order, two places. */
export type Sign = Concept | 'MEASURE' | 'ORDER_CODE' | 'TWO_PLACES'

type IntentRow = {
  /** Sets of signs, all of which a question must have; the set that explains most of the question counts. */
  readonly asks: readonly (readonly Sign[])[]
  readonly slot: Slot | null
  /** What the asker must be able to read; null = signed in. */
  readonly needs: AbilitySubject | null
  /** The other words name what is asked about, so they count for this intent, unless one of these is among them. */
  readonly rest: { readonly unless: readonly Sign[] } | null
}

/** Of questions that are about nothing but their signs. */
const asked = (needs: AbilitySubject | null, slot: Slot | null, ...asks: readonly (readonly Sign[])[]): IntentRow => {
  return { asks, slot, needs, rest: null }
}
const about = (needs: AbilitySubject | null, unless: readonly Sign[], ...asks: readonly (readonly Sign[])[]): IntentRow => {
  return { asks, slot: null, needs, rest: { unless } }
}

const NOT_A_PLACE = ['MOST', 'WORST', 'WITHOUT', 'HOW'] as const

/** The table of intents: what a question has, what it must name, and the right it needs. */
export const INTENT_TABLE: Readonly<Record<Intent, IntentRow>> = {
  doing: asked(null, null, ['DO'], ['STOP'], ['DO', 'NOW'], ['STOP', 'NOW'], ['DO', 'STOP'], ['DO', 'MACHINE'], ['STOP', 'MACHINE']),
  since: asked(
    null,
    'place',
    ['SINCE'],
    ['SINCE', 'STOP'],
    ['SINCE', 'DO'],
    ['SINCE', 'TIME'],
    ['SINCE', 'STOP', 'TIME'],
    ['WHEN', 'STOP'],
    ['WHEN', 'STOP', 'DO'],
  ),
  why: asked(
    'LOSSES',
    null,
    ['WHY'],
    ['WHY', 'STOP'],
    ['WHY', 'DO'],
    ['WHY', 'STOP', 'DO'],
    ['REASON', 'STOP'],
    ['WHY', 'LOSS'],
    ['WHY', 'MEASURE'],
  ),
  whoHasIt: asked(
    null,
    'place',
    ['WHO', 'TAKE'],
    ['TAKE'],
    ['WHO'],
    ['WHO', 'DO'],
    ['WHO', 'PEOPLE'],
    ['WHO', 'TAKE', 'STOP'],
    ['TAKE', 'STOP'],
  ),
  oee: asked(
    'ANALYTICS',
    null,
    ['MEASURE'],
    ['MEASURE', 'HOW_MUCH'],
    ['MEASURE', 'MACHINE'],
    ['REJECT'],
    ['REJECT', 'MEASURE'],
    ['REJECT', 'MACHINE'],
  ),
  compare: asked(
    'ANALYTICS',
    'twoPlaces',
    ['COMPARE'],
    ['COMPARE', 'TWO_PLACES'],
    ['COMPARE', 'MEASURE'],
    ['COMPARE', 'TWO_PLACES', 'MEASURE'],
    ['TWO_PLACES', 'MEASURE'],
    ['WORST', 'TWO_PLACES'],
    ['WORST', 'TWO_PLACES', 'MEASURE'],
    ['MEAN', 'TWO_PLACES'],
  ),
  worst: asked(
    'ANALYTICS',
    null,
    ['WORST'],
    ['WORST', 'MACHINE'],
    ['WORST', 'DO'],
    ['WORST', 'MACHINE', 'DO'],
    ['WORST', 'MEASURE'],
    ['WORST', 'WHERE'],
    ['WORST', 'MEASURE', 'MACHINE'],
    ['WORST', 'MEASURE', 'WHERE'],
  ),
  topLosses: asked(
    'LOSSES',
    null,
    ['LOSS'],
    ['MOST', 'LOSS'],
    ['MOST', 'STOP'],
    ['MOST', 'REASON'],
    ['MOST', 'TIME'],
    ['LOSS', 'REASON'],
    ['MOST', 'LOSS', 'TIME'],
    ['MOST', 'LOSS', 'WHERE'],
    ['MOST', 'LOSS', 'TIME', 'WHERE'],
    ['MOST', 'LOSS', 'TIME', 'WHY'],
    ['MOST', 'LOSS', 'REASON'],
    ['MOST', 'REASON', 'STOP'],
    ['MOST', 'TIME', 'COST'],
    ['WHERE', 'LOSS', 'TIME'],
    ['MOST', 'WHY', 'STOP'],
    ['LOSS', 'TIME'],
    ['LOSS', 'HOW_MUCH', 'TIME'],
    ['SINCE', 'LOSS'],
    ['SINCE', 'LOSS', 'TIME'],
  ),
  unexplained: asked(
    'LOSSES',
    null,
    ['WITHOUT', 'REASON'],
    ['WITHOUT', 'STOP'],
    ['WITHOUT', 'LOSS'],
    ['WITHOUT', 'REASON', 'STOP'],
    ['WITHOUT', 'REASON', 'LOSS'],
    ['WITHOUT', 'REASON', 'WHERE'],
    ['WITHOUT', 'REASON', 'STOP', 'WHERE'],
    ['WITHOUT', 'WHY', 'STOP'],
    ['UNEXPLAINED'],
    ['UNEXPLAINED', 'STOP'],
    ['UNEXPLAINED', 'STOP', 'HOW_MUCH'],
    ['UNEXPLAINED', 'LOSS'],
    ['UNEXPLAINED', 'REASON'],
    ['UNEXPLAINED', 'REASON', 'STOP'],
    ['UNEXPLAINED', 'WHERE'],
  ),
  outputVsPlan: asked(
    'OUTPUTS',
    null,
    ['OUTPUT'],
    ['PLAN'],
    ['PIECE'],
    ['OUTPUT', 'PLAN'],
    ['PIECE', 'HOW_MUCH'],
    ['OUTPUT', 'HOW_MUCH'],
    ['OUTPUT', 'PIECE'],
    ['OUTPUT', 'PIECE', 'HOW_MUCH'],
    ['OUTPUT', 'PLAN', 'HOW_MUCH'],
    ['OUTPUT', 'TARGET'],
    ['MEASURE', 'PIECE'],
    ['MEASURE', 'PIECE', 'HOW_MUCH'],
    ['OUTPUT', 'COMPARE', 'PLAN'],
    ['OUTPUT', 'COMPARE', 'TARGET'],
    ['WORST', 'PLAN'],
    ['DO', 'PLAN'],
    ['REJECT', 'HOW_MUCH'],
    ['REJECT', 'PIECE'],
    ['REJECT', 'PIECE', 'HOW_MUCH'],
    ['REJECT', 'OUTPUT'],
    ['REJECT', 'OUTPUT', 'HOW_MUCH'],
  ),
  orderDone: asked(
    'JOB_ORDERS',
    'order',
    ['FINISH'],
    ['WHEN'],
    ['ORDER_CODE'],
    ['WHEN', 'FINISH'],
    ['FINISH', 'ORDER'],
    ['WHEN', 'ORDER'],
    ['WHEN', 'FINISH', 'ORDER'],
    ['FINISH', 'ORDER_CODE'],
    ['WHEN', 'ORDER_CODE'],
    ['WHEN', 'FINISH', 'ORDER_CODE'],
    ['FINISH', 'ORDER', 'ORDER_CODE'],
    ['WHEN', 'FINISH', 'ORDER', 'ORDER_CODE'],
    ['WHEN', 'OUTPUT', 'ORDER_CODE'],
    ['PLAN', 'ORDER_CODE'],
    ['DO', 'ORDER_CODE'],
    ['DO', 'ORDER', 'ORDER_CODE'],
    ['HOW_MUCH', 'PLAN', 'ORDER_CODE'],
    ['HOW_MUCH', 'FINISH', 'ORDER_CODE'],
  ),
  runsNext: asked('JOB_ORDERS', 'place', ['NEXT'], ['NEXT', 'ORDER'], ['NEXT', 'DO'], ['NEXT', 'PLAN'], ['NEXT', 'ORDER', 'DO']),
  shiftState: asked(
    'SHIFTS',
    null,
    ['SHIFT'],
    ['SHIFT', 'NOW'],
    ['WHO', 'SHIFT'],
    ['WHO', 'SHIFT', 'NOW'],
    ['SHIFT', 'CONFIRM'],
    ['SHIFT', 'DO'],
    ['WHO', 'SHIFT', 'DO'],
    ['WHO', 'SHIFT', 'CONFIRM'],
    ['WHEN', 'SHIFT'],
    ['FINISH', 'SHIFT'],
    ['WHEN', 'FINISH', 'SHIFT'],
  ),
  energy: asked(
    'ANALYTICS',
    null,
    ['ENERGY'],
    ['ENERGY', 'PIECE'],
    ['ENERGY', 'COST'],
    ['ENERGY', 'HOW_MUCH'],
    ['ENERGY', 'COST', 'HOW_MUCH'],
    ['ENERGY', 'COST', 'PIECE'],
    ['ENERGY', 'PIECE', 'HOW_MUCH'],
  ),
  target: asked('ANALYTICS', null, ['TARGET'], ['TARGET', 'MEASURE'], ['TARGET', 'MEASURE', 'HOW_MUCH'], ['PLAN', 'MEASURE']),
  trend: asked(
    'ANALYTICS',
    null,
    ['TREND'],
    ['TREND', 'MEASURE'],
    ['TREND', 'DO'],
    ['TREND', 'WORST'],
    ['TREND', 'OUTPUT'],
    ['TREND', 'HOW', 'MEASURE'],
    ['CHANGE', 'MEASURE'],
  ),
  battery: asked(
    null,
    null,
    ['BATTERY'],
    ['SILENT'],
    ['BATTERY', 'DEVICE'],
    ['SILENT', 'DEVICE'],
    ['BATTERY', 'WHO'],
    ['SILENT', 'MACHINE'],
    ['BATTERY', 'FINISH'],
    ['BATTERY', 'DEVICE', 'FINISH'],
    ['BATTERY', 'WHEN'],
    ['BATTERY', 'HOW_MUCH'],
  ),
  notifications: asked(
    null,
    null,
    ['ALERT'],
    ['ALERT', 'NOW'],
    ['ALERT', 'MY'],
    ['ALERT', 'BATTERY'],
    ['ALERT', 'SILENT'],
    ['ALERT', 'STOP'],
    ['ALERT', 'TARGET'],
    ['ALERT', 'DEVICE'],
  ),
  checklists: asked('CHECKLISTS', null, ['CHECKLIST'], ['CHECKLIST', 'DUE'], ['DUE']),
  term: about(null, ['HOW', 'TWO_PLACES'], ['MEAN']),
  howTo: about(null, ['SUPPORT'], ['HOW']),
  whereIs: about(null, NOT_A_PLACE, ['WHERE']),
  changed: asked(
    'AUDIT_LOG',
    null,
    ['CHANGE'],
    ['CHANGE', 'WHO'],
    ['CHANGE', 'SETTINGS'],
    ['CHANGE', 'WHO', 'SETTINGS'],
    ['CHANGE', 'SETTINGS', 'WHEN'],
  ),
  deviceConnected: asked(
    null,
    null,
    ['CONNECT'],
    ['CONNECT', 'DEVICE'],
    ['CONNECT', 'DEVICE', 'MY'],
    ['CONNECT', 'MACHINE'],
    ['CONNECT', 'MY'],
  ),
  reportLink: about('SHIFTS', ['WHERE', 'HOW', 'MEAN'], ['REPORT']),
  support: about(null, [], ['SUPPORT']),
}
