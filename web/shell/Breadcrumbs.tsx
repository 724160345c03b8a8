import { Link, useLocation } from '@tanstack/react-router'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useClient, useQuery } from 'urql'
import { WorkCenterNamesDocument, WorkCentersDocument } from '#web/api/generated/graphql.ts'
import classes from './Breadcrumbs.module.css'
import { useCurrentPageTitle } from '#web/ui/pageTitle.ts'
import { crumbsOf } from './navigation.ts'
import { WorkCenterSwitcher } from '#web/parts/WorkCenterSwitcher.tsx'

/** Ids of rows, like that of a shift. */
const IS_ID = /^\d+$/
const WORK_CENTER_PATH = /^\/boxes\/([^/]+)/

/** Returns the breadcrumbs of the current path; the work center's crumb is a switcher that keeps the tab. */
export function Breadcrumbs() {
  const { t } = useCommonTexts()
  const { pathname } = useLocation()
  const deviceId = WORK_CENTER_PATH.exec(pathname)?.[1] ?? null
  const crumbs = crumbsOf(pathname)
  const title = useCurrentPageTitle()
  return (
    <nav className={classes['crumbs']} aria-label={t('shell.breadcrumbs')}>
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={crumb.path}>{crumbContent(crumb, index === crumbs.length - 1)}</li>
        ))}
      </ol>
    </nav>
  )

  function crumbContent(crumb: (typeof crumbs)[number], isLast: boolean) {
    if (crumb.segment === deviceId) return <WorkCenterCrumb deviceId={deviceId} isLast={isLast} />
    // An id says nothing to people; the title of its page names what it is.
    const unnamed = isLast && IS_ID.test(crumb.segment) && title !== '' ? title : crumb.segment
    const text = crumb.key === null ? unnamed : t(`page.${crumb.key}`)
    return isLast ? <span aria-current="page">{text}</span> : <Link to={crumb.path}>{text}</Link>
  }
}

function WorkCenterCrumb({ deviceId, isLast }: { readonly deviceId: string; readonly isLast: boolean }) {
  const { t } = useCommonTexts()
  const [names] = useQuery({ query: WorkCenterNamesDocument, requestPolicy: 'cache-first' })
  const client = useClient()
  // The list that was left knows the names as well.
  const workCenters = names.data?.workCenters ?? client.readQuery(WorkCentersDocument, {})?.data?.workCenters ?? []
  const name = workCenters.find((workCenter) => workCenter.deviceId === deviceId)?.name
  if (name === undefined) return <span aria-current="page">{names.data ? t('boxes.notFound') : '…'}</span>
  return isLast ? (
    <WorkCenterSwitcher name={name} deviceId={deviceId} workCenters={workCenters} />
  ) : (
    <Link to="/boxes/$deviceId" params={{ deviceId }}>
      {name}
    </Link>
  )
}
