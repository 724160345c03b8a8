import { forgetKeptAnswers } from '#web/api/answerStore.ts'
import { heldTenant } from './tenant.ts'
import type { SessionAnswers } from './viewer.ts'

/** The number changes with the shape of the stored value; older values are ignored. */
const KEY = 'trueline.viewer.2'

type Kept = { readonly tenantId: string | null; readonly answers: SessionAnswers }

/** Remembers the API's session answers, so that the shell can be shown while the server is away. */
export function rememberAnswers(answers: SessionAnswers): void {
  localStorage.setItem(KEY, JSON.stringify({ tenantId: heldTenant(), answers } satisfies Kept))
}

/** Returns the remembered answers for the held company; null without any, or for another company. */
export function rememberedAnswers(): SessionAnswers | null {
  const text = localStorage.getItem(KEY)
  if (text === null) return null
  const kept: unknown = JSON.parse(text)
  return isKept(kept) && kept.tenantId === heldTenant() ? kept.answers : null
}

/** Forgets them, and all other answers that are kept: the session is over. */
export function forgetAnswers(): void {
  forgetKeptAnswers()
  localStorage.removeItem(KEY)
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'tenantId' in value && 'answers' in value
}
