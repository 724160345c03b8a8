import { useTexts } from '#web/texts/useTexts.ts'
import type { RequestMove } from './workRequests.view.ts'

/** Returns the words for a move on its button: what is done, not where it leads. */
export function useMoveName(): (move: Pick<RequestMove, 'kind' | 'status'>) => string {
  const { t } = useTexts('workRequest')
  return ({ kind, status }) => {
    if (kind === 'BACK' || kind === 'SKIP') return t(`move.${kind}`, { status: t(`status.${status}`) })
    if (kind === 'REOPEN' || kind === 'CANCEL') return t(`move.${kind}`)
    return t(`next.${status}`)
  }
}
