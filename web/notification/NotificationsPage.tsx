import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { mayReadRules } from '#engine/notification/mayEditRules.ts'
import { mayManageWebhooks } from '#engine/webhook/webhookForm.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { MineToDoProps } from '#web/parts/todo/MineToDo.tsx'
import { withTexts } from '#web/texts/language.ts'
import { Inbox } from './Inbox.tsx'
import { NOTIFICATION_TABS, NOTIFICATIONS_SEARCH } from './notificationsSearch.ts'
import classes from '#web/parts/rules/notifications.module.css'
import { OfOtherCompany } from './OfOtherCompany.tsx'
import { Preferences } from './Preferences.tsx'
import type { RulesProps } from '#web/parts/rules/Rules.tsx'
import { Sent } from './Sent.tsx'
import { useMessageTaps } from './useMessageTaps.ts'
import { Webhooks } from './Webhooks.tsx'

const MineToDo = lazyPart<MineToDoProps>(() =>
  withTexts('todo', import('#web/parts/todo/MineToDo.tsx')).then((module) => ({ default: module.MineToDo })),
)

const Rules = lazyPart<RulesProps>(() => import('#web/parts/rules/Rules.tsx').then((module) => ({ default: module.Rules })))

/** Returns the viewer's notifications: what goes on, what is asked of them (U-92), what was, and for those who may read settings the rules (U-80). */
export function NotificationsPage() {
  const { t } = useTexts('notification')
  usePageTitle(t('page.notifications'))
  const viewer = useViewer()
  const url = useListSearch(NOTIFICATIONS_SEARCH)
  const { search } = url
  const tabs = NOTIFICATION_TABS.filter((tab) => {
    if (tab === 'webhooks') return mayManageWebhooks(viewer)
    return (tab !== 'rules' && tab !== 'sent') || mayReadRules(viewer)
  })
  const tab = tabs.includes(search.tab) ? search.tab : 'open'
  const showsInbox = tab === 'open' || tab === 'history'
  useMessageTaps(showsInbox)
  return (
    <>
      <PageHeading>{t('page.notifications')}</PageHeading>
      <nav className={classes['tabs']} aria-label={t('page.notifications')}>
        {tabs.map((one) => (
          <Link
            key={one}
            to="/notifications"
            search={{ tab: one, id: '', company: '', shown: 'ALL' }}
            className={classes['tab']}
            aria-current={one === tab ? 'page' : undefined}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {t(`tab.${one}`)}
          </Link>
        ))}
      </nav>
      {tab === 'rules' && (
        <Suspense fallback={null}>
          <Rules workCenterId={null} />
        </Suspense>
      )}
      {tab === 'sent' && <Sent />}
      {tab === 'webhooks' && <Webhooks />}
      {tab === 'todo' && (
        <Suspense fallback={null}>
          <MineToDo workCenterId={null} />
        </Suspense>
      )}
      {tab === 'mine' && <Preferences />}
      {showsInbox && (
        <>
          <OfOtherCompany id={search.id} companyId={search.company} />
          <Inbox key={tab} tab={tab === 'open' ? 'OPEN' : 'HISTORY'} url={url} />
        </>
      )}
    </>
  )
}
