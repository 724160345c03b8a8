import { useEffect, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { SessionProfileDocument, UserAbilitiesDocument } from '#web/api/generated/graphql.ts'
import { logFailure } from '#web/api/log.ts'
import { ViewerContext } from '#web/api/viewer.ts'
import { createFormat } from '#web/ui/format.ts'
import { FormatContext } from '#web/ui/formatContext.ts'
import { FullPageNotice } from '#web/ui/FullPageNotice.tsx'
import { localeOf } from './i18n/language.ts'
import { Splash } from './Splash.tsx'
import { endSwitch, heldTenant, switchingTo } from './tenant.ts'
import { viewerOf } from './viewer.ts'

/** Returns the children once the viewer and the time zone are known (spec 000 §4). */
export function ViewerGate({ children }: { readonly children: ReactNode }) {
  const { t, i18n } = useTranslation()
  const [profile, askProfile] = useQuery({ query: SessionProfileDocument })
  const [abilities] = useQuery({ query: UserAbilitiesDocument })
  const isReady = profile.data !== undefined && (abilities.data !== undefined || abilities.error !== undefined)
  const viewer = useMemo(
    () => (profile.data && isReady ? viewerOf(profile.data, abilities.data, heldTenant()) : null),
    [profile.data, abilities.data, isReady],
  )
  const locale = localeOf(i18n)
  const format = useMemo(() => createFormat(locale, viewer?.timeZone ?? 'UTC'), [locale, viewer?.timeZone])

  useEffect(() => {
    if (abilities.error) logFailure('Abilities could not be loaded', abilities.error)
  }, [abilities.error])
  useEffect(() => {
    if (viewer) endSwitch()
  }, [viewer])

  if (viewer)
    return (
      <ViewerContext value={viewer}>
        <FormatContext value={format}>{children}</FormatContext>
      </ViewerContext>
    )
  if (!profile.error) return <Splash switchingTo={switchingTo()} />
  return (
    <FullPageNotice
      title={t('state.wrong')}
      text={t('state.serverUnreachable')}
      actions={[{ label: t('state.retry'), onClick: () => askProfile({ requestPolicy: 'network-only' }) }]}
    />
  )
}
