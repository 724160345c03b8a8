import { useLiveWorkCenter } from '#web/api/live.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { cardFigures } from '../list/card.view.ts'
import { HeaderStatus } from './HeaderStatus.tsx'
import classes from './PageSkeleton.module.css'
import type { Listed } from './useListed.ts'
import headerClasses from './WorkCenterHeader.module.css'

type PageSkeletonProps = {
  readonly label: string
  /** What the list told of the work center: its name and status are shown at once. */
  readonly listed?: Listed | null
}

/** Returns the grey outline of a work center's page, of its final size, while the first answer is on its way. */
export function PageSkeleton({ label, listed = null }: PageSkeletonProps) {
  return (
    <>
      {listed !== null && <ListedHeader listed={listed} />}
      <div className={classes['page']} role="status" aria-label={label}>
        {listed === null && <div className={classes['header']} />}
        <div className={classes['wide']} />
        <div className={classes['main']} />
        <div className={classes['main']} />
      </div>
    </>
  )
}

/** Returns the head of the page as far as the list knows it: status, timer and name. */
function ListedHeader({ listed }: { readonly listed: Listed }) {
  const { style } = cardFigures(listed, useLiveWorkCenter(listed.id))
  return (
    <div className={headerClasses['header']}>
      <HeaderStatus workCenterId={listed.id} name={listed.name} deviceId={listed.deviceId} style={style} />
      <div className={`${headerClasses['row']} ${classes['listed']}`}>
        <div className={headerClasses['title']}>
          <PageHeading>{listed.name}</PageHeading>
        </div>
      </div>
    </div>
  )
}
