import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useFreshQuery } from '#web/api/fresh.ts'
import { BellCountsDocument } from '#web/api/generated/graphql.ts'
import { lazyExtra, lazyPart } from '#web/base/lazyPart.tsx'
import { pushHere } from '#web/base/pushHere.ts'
import type { UrgentBarProps } from '#web/parts/notice/UrgentBar.tsx'
import { withTexts } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './Bell.module.css'

const RenewPush = lazyPart(() => import('./RenewPush.tsx'))
/** Most people never see it. */
const UrgentBar = lazyExtra<UrgentBarProps>(() =>
  withTexts('notification', import('#web/parts/notice/UrgentBar.tsx')).then((loaded) => ({ default: loaded.UrgentBar })),
)

type BellProps = { readonly urgentPlace: HTMLElement | null }

/** Above it the badge says that there are more. */
const MOST_SHOWN = 99
/** What was put off comes back by the clock. */
const ASK_EVERY_MS = 60_000

/**
 * Returns the way to the notifications, with how many of them the viewer has not seen; its shape says how severe the worst is, and what is urgent stands over
 * every page but that of the notifications until somebody takes care of it or the viewer has seen it (U-80), in the free place of the header.
 */
export default function Bell({ urgentPlace }: BellProps) {
  const { t } = useTexts('bell')
  const interest = { workCenterIds: null, kinds: ['notification'] } as const
  const [{ data }, ask] = useFreshQuery(BellCountsDocument, {}, interest, { everyMs: ASK_EVERY_MS })
  const counts = data?.notificationCounts
  // The page of the notifications shows it, and screens that fill the window have a bar of their own.
  const isThereAnyway = useLocation({ select: ({ pathname, search }) => pathname.startsWith('/notifications') || 'mode' in search })
  const unread = counts?.unread ?? 0
  useEffect(() => {
    // A page that comes back from sleep may have missed some.
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [ask])
  return (
    <>
      {pushHere() !== null && (
        <Suspense fallback={null}>
          <RenewPush />
        </Suspense>
      )}
      {counts?.worst === 'URGENT' &&
        !isThereAnyway &&
        urgentPlace !== null &&
        createPortal(
          <Suspense fallback={null}>
            <UrgentBar workCenterIds={null} />
          </Suspense>,
          urgentPlace,
        )}
      <Link to="/notifications" className={classes['bell']} aria-label={unread === 0 ? t('none') : t('unread', { count: unread })}>
        <Icon name="bell" />
        {unread > 0 && (
          <span className={classes['badge']} data-severity={counts?.worst ?? undefined} aria-hidden="true">
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </Link>
    </>
  )
}
