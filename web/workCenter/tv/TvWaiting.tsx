import { useFreshQuery } from '#web/api/fresh.ts'
import { TvWaitingDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './TvBoard.module.css'

/** What waits becomes more by the clock. */
const ASK_EVERY_MS = 60_000

/** Returns how many notifications of the work centers nobody has taken care of for ten minutes (U-29); nothing where there is none. */
export function TvWaiting({ ids }: { readonly ids: readonly number[] }) {
  const { t } = useTexts('tv')
  const interest = { workCenterIds: null, kinds: ['notification'] } as const
  const workCenterIds = ids.toSorted((a, b) => a - b)
  const [{ data }] = useFreshQuery(TvWaitingDocument, { workCenterIds }, interest, { everyMs: ASK_EVERY_MS })
  const count = data?.notificationCounts.waiting ?? 0
  return count > 0 && <p className={classes['waiting']}>{t('waiting', { count })}</p>
}
