import { useEffect, useMemo, type ReactNode } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { ViewerContext } from '#web/api/viewer.ts'
import { createFormat } from '#web/ui/format.ts'
import { FormatContext } from '#web/ui/formatContext.ts'
import { FullPageNotice } from '#web/ui/FullPageNotice.tsx'
import { followChoiceOf, localeOf } from '#web/texts/language.ts'
import { followStation } from '#web/base/actingPerson.ts'
import { Splash } from './Splash.tsx'
import { endSwitch, heldTenant, switchingTo } from '#web/base/tenant.ts'
import { showKeptToast } from '#web/base/toast.ts'
import { useSessionAnswers } from './useSessionAnswers.ts'
import { viewerOf } from '#web/base/viewer.ts'

/** Returns the children once the viewer and the time zone are known (spec 000 §4). */
export function ViewerGate({ children }: { readonly children: ReactNode }) {
  const { t, i18n } = useCommonTexts()
  const { answers, failure, retry } = useSessionAnswers()
  const viewer = useMemo(() => (answers === null ? null : viewerOf(answers, heldTenant())), [answers])
  const locale = localeOf(i18n)
  const format = useMemo(() => createFormat(locale, viewer?.timeZone ?? 'UTC'), [locale, viewer?.timeZone])

  useEffect(() => {
    if (viewer === null) return
    endSwitch()
    showKeptToast()
  }, [viewer])

  const viewerId = viewer?.id
  const stationId = viewer?.isStation === true ? viewer.id : null
  useEffect(() => followStation(stationId), [stationId])
  useEffect(() => {
    if (viewerId !== undefined) void followChoiceOf(viewerId, i18n)
  }, [viewerId, i18n])

  if (viewer)
    return (
      <ViewerContext value={viewer}>
        <FormatContext value={format}>{children}</FormatContext>
      </ViewerContext>
    )
  if (failure === null) return <Splash switchingTo={switchingTo()} />
  return (
    <FullPageNotice
      title={failure === 'away' ? t('state.serverAway') : t('state.wrong')}
      text={failure === 'away' ? t('state.serverAwayHelp') : t('state.serverUnreachable')}
      actions={[{ label: t('state.retry'), onClick: retry }]}
    />
  )
}
