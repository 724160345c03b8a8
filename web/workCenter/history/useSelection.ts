import { useNavigate, useSearch } from '@tanstack/react-router'
import { readSegment } from '#web/parts/timeline/segment.ts'
import type { StatusSpan } from '#web/parts/timeline/statusSpans.ts'

export type Selection = {
  /** UTC ms at which the selected segment begins, null when none is selected. */
  readonly at: number | null
  select(span: StatusSpan | null): void
}

type Lost = { readonly id: number; readonly timeStart: string }

/** Returns the segment that the address selects, by the id of its loss (`sel=123`) or by an instant (`sel` or `at`), and what selects another; steps of a person can be gone back. */
export function useSelection(losses: readonly Lost[]): Selection {
  const search = useSearch({ from: '/boxes/$deviceId' })
  const navigate = useNavigate({ from: '/boxes/$deviceId' })
  const lossId = readLossId(search['sel'])
  const loss = lossId === null ? undefined : losses.find(({ id }) => id === lossId)
  const at =
    lossId === null ? (readSegment(search) ?? readSegment({ sel: search['at'] })) : loss === undefined ? null : Date.parse(loss.timeStart)
  return {
    at,
    select: (span) => {
      const target =
        span === null ? {} : span.loss === undefined ? { at: new Date(span.start).toISOString() } : { sel: String(span.loss.id) }
      void navigate({
        to: '.',
        search: (known: Record<string, unknown>) => ({ ...known, sel: undefined, at: undefined, ...target }),
        replace: at !== null,
        resetScroll: false,
      })
    },
  }
}

function readLossId(value: unknown): number | null {
  return typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : null
}
