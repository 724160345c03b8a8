import { ASKED_MEASURES } from '../askContext.ts'
import { INTENTS, type Intent } from '../intents.ts'
import type { AskedAs } from '../understand.ts'

/** The one thing that an external model may ask for: a choice among our intents (domain.md HP-3). */
export const CHOICE_TOOL = 'choose'

const NONE = 'none'
const MOST_CHARS = 100

const PERIODS = [
  ...(['this shift', 'last shift', 'today', 'yesterday', 'tomorrow', 'last 2 days', 'last 7 days', 'last 30 days'] as const),
  ...(['this week', 'last week', 'this month', 'last month', 'morning', 'afternoon', 'night'] as const),
  ...(['yesterday morning', 'yesterday afternoon', 'last night'] as const),
] as const
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** What each intent is, for who has only the question. */
const ABOUT: Readonly<Record<Intent, string>> = {
  doing: 'what a machine does now, or which stand',
  since: 'since when a machine is as it is',
  why: 'why a machine stopped',
  whoHasIt: 'who takes care of a machine',
  oee: 'OEE, availability, performance, quality, rejects',
  compare: 'two machines compared',
  worst: 'the worst machine',
  topLosses: 'what costs most time',
  unexplained: 'stops without a reason',
  outputVsPlan: 'what was made, also against plan',
  orderDone: 'when an order is done',
  runsNext: 'what runs next on a machine',
  shiftState: 'how a shift goes, who is on it',
  energy: 'energy or its cost',
  target: 'a target',
  trend: 'whether a figure gets better or worse',
  battery: 'batteries, silent devices',
  notifications: 'open notifications',
  checklists: 'checklists that are due',
  term: 'what a word means',
  howTo: 'how something is done in the product',
  whereIs: 'where something is in the product',
  changed: 'who changed settings',
  deviceConnected: 'whether a device is connected',
  reportLink: 'reports',
  support: 'a person is wanted',
}

/** What is offered to the model, in the form of chat APIs with tools. */
export const CHOICE_OFFER = {
  type: 'function',
  function: {
    name: CHOICE_TOOL,
    description: `Says what a question asks. ${INTENTS.map((intent) => `${intent}: ${ABOUT[intent]}.`).join(' ')} ${NONE}: anything else.`,
    parameters: {
      type: 'object',
      properties: {
        intent: { type: 'string', enum: [...INTENTS, NONE] },
        place: {
          type: 'string',
          description: 'The words of the question that name a machine or a group, exactly as they stand there; empty = none.',
        },
        isMine: { type: 'boolean', description: 'Whether the machines of the asker are meant.' },
        period: { type: 'string', description: `Empty, YYYY-MM-DD, or one of: ${PERIODS.join(', ')}.` },
        measure: { type: 'string', enum: [...ASKED_MEASURES, ''] },
      },
      required: ['intent'],
    },
  },
} as const

/** Returns the choice that an answer of a model names; null where it is none of ours, or its words are no words of ours. */
export function readChoice(text: string): AskedAs | null {
  const told = parsed(text)
  if (typeof told !== 'object' || told === null) return null
  const { intent: name, place, isMine, period, measure }: Readonly<Record<string, unknown>> = { ...told }
  const intent = INTENTS.find((one) => one === name)
  if (intent === undefined) return null
  const when = wordsOf(period)
  if (when !== '' && !DATE.test(when) && !PERIODS.some((one) => one === when)) return null
  return {
    intent,
    place: wordsOf(place),
    isMine: isMine === true,
    period: when,
    measure: ASKED_MEASURES.find((one) => one === measure) ?? null,
  }
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, MOST_CHARS) : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
