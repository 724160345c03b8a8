import { type AskMemory, NOTHING_ASKED } from '#engine/loss/stopPrompt.ts'

const KEY = 'trueline.operator.asked'
/** Of as many stops it is remembered that somebody was asked. */
const MOST_REMEMBERED = 200

type Stored = { readonly laterAt: number | null; readonly asks: readonly (readonly [number, number])[] }

/** Returns what this screen has asked about the work center, so that a reload asks nobody a fourth time. */
export function rememberedAsks(workCenterId: number): AskMemory {
  const text = sessionStorage.getItem(`${KEY}.${workCenterId}`)
  if (text === null) return NOTHING_ASKED
  const stored: unknown = JSON.parse(text)
  return isStored(stored) ? { laterAt: stored.laterAt, asks: new Map(stored.asks) } : NOTHING_ASKED
}

/** Keeps what this screen has asked about the work center. */
export function rememberAsks(workCenterId: number, memory: AskMemory): void {
  const stored: Stored = { laterAt: memory.laterAt, asks: [...memory.asks].slice(-MOST_REMEMBERED) }
  sessionStorage.setItem(`${KEY}.${workCenterId}`, JSON.stringify(stored))
}

function isStored(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && 'laterAt' in value && 'asks' in value && Array.isArray(value.asks)
}
