import { heldTenant } from './tenant.ts'
import type { SessionAnswers } from './viewer.ts'

/** The number changes with the shape of what is kept: an older one is not read any more. */
const KEY = 'trueline.viewer.1'

type Kept = { readonly tenantId: string | null; readonly answers: SessionAnswers }

/** Remembers what the API said of the session, so that the frame can be shown while the server is out of reach. */
export function rememberAnswers(answers: SessionAnswers): void {
  localStorage.setItem(KEY, JSON.stringify({ tenantId: heldTenant(), answers } satisfies Kept))
}

/** Returns what was remembered for the company that is held; null when there is nothing, or it is of another one. */
export function rememberedAnswers(): SessionAnswers | null {
  const text = localStorage.getItem(KEY)
  if (text === null) return null
  const kept: unknown = JSON.parse(text)
  return isKept(kept) && kept.tenantId === heldTenant() ? kept.answers : null
}

/** Forgets it: the session is over. */
export function forgetAnswers(): void {
  localStorage.removeItem(KEY)
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'tenantId' in value && 'answers' in value
}
