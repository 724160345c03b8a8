import { useMemo } from 'react'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { liveReason } from './liveLook.ts'
import { statusKey } from './statusStyle.ts'

export type LiveNames = {
  /** The reason why it stands, else its status. */
  nameOf(live: LiveWorkCenter | undefined): string
  /** The status alone. */
  statusOf(live: LiveWorkCenter | undefined): string
  /** The same as `nameOf`, with why there is no data. */
  fullOf(live: LiveWorkCenter | undefined): string
}

/** Returns the words for what a work center does now: a stop with a reason is called by its reason. */
export function useLiveName(): LiveNames {
  const { t, i18n } = useCommonTexts()
  const { language } = i18n
  return useMemo(() => {
    const statusOf: LiveNames['statusOf'] = (live) => {
      const status = live?.status ?? null
      if (status === null) return t('status.noData')
      // Off is calm: nobody expects it to run. Within a shift it stands.
      if (status.kind === 'OFF' && live?.shift != null) return t('status.stopped')
      return live?.seededNames?.[language]?.status ?? status.name ?? t(statusKey(status.kind, status.noDataCause))
    }
    const nameOf: LiveNames['nameOf'] = (live) => liveReason(live, language) ?? statusOf(live)
    const fullOf: LiveNames['fullOf'] = (live) => {
      const cause = live?.status?.noDataCause ?? null
      return cause === null ? nameOf(live) : `${nameOf(live)} · ${t(`cause.${cause}`)}`
    }
    return { nameOf, statusOf, fullOf }
  }, [t, language])
}
