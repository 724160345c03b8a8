import { useNavigate } from '@tanstack/react-router'
import { mayEditWorkCenters } from '#engine/workCenter/mayEditWorkCenter.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { type MissingCause, mendingPath } from './missingFigure.view.ts'

type MendLinkProps = {
  readonly deviceId: string | null | undefined
  readonly cause: MissingCause | null
  readonly className?: string | undefined
}

/** Returns the way to the setting that a figure lacks, for those who may set it (U-2); nothing for others, and where no setting is missing. */
export function MendLink({ deviceId, cause, className }: MendLinkProps) {
  const { t } = useCommonTexts()
  const navigate = useNavigate()
  const mayEdit = mayEditWorkCenters(useViewer())
  const href = mendingPath(deviceId, cause)
  if (href === null || !mayEdit) return null
  return (
    <a
      className={className}
      href={href}
      onClick={(event) => {
        if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        void navigate({ href })
      }}
    >
      {cause === 'noRules' ? t('missing.setStatuses') : t('missing.setIt')}
    </a>
  )
}
