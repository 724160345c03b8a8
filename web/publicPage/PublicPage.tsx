import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { explainedStyle } from '#web/parts/liveLook.ts'
import { MachineScreen } from '#web/parts/screen/MachineScreen.tsx'
import { spansOf } from '#web/parts/screen/screen.view.ts'
import { statusColor, statusStyle } from '#web/parts/statusStyle.ts'
import { useBurnInShift } from '#web/parts/screen/useBurnInShift.ts'
import { useReloadOnDeploy } from '#web/parts/screen/useReloadOnDeploy.ts'
import { useWakeLock } from '#web/parts/screen/useWakeLock.ts'
import { useNow } from '#web/ui/clock.ts'
import { createFormat, type Format } from '#web/ui/format.ts'
import { PublicClient, type PublicState } from './publicClient.ts'
import classes from './PublicPage.module.css'
import { useTexts } from './texts.ts'
import { useWords } from './useWords.ts'

/** Returns the page that everybody may read who has its link: one work center, live, as large as the screen (U-21, U-29). */
export function PublicPage({ token }: { readonly token: string }) {
  const { t } = useTexts('publicPage')
  const client = useMemo(() => new PublicClient(token), [token])
  const state = useSyncExternalStore(client.subscribe, client.state)
  const frame = useRef<HTMLElement>(null)
  useEffect(() => client.start(), [client])
  useWakeLock()
  useReloadOnDeploy()
  useBurnInShift(frame)
  const name = state.kind === 'shown' ? state.view.name : null
  useEffect(() => {
    document.title = name === null ? 'Trueline' : `${name} – Trueline`
  }, [name])
  return (
    <main ref={frame} className={classes['page']}>
      {state.kind === 'shown' && <Shown state={state} />}
      {state.kind === 'gone' && (
        <Message title={state.wasShown ? t('closed') : t('wrong')}>{state.wasShown ? t('closedHelp') : t('wrongHelp')}</Message>
      )}
      {state.kind === 'loading' && <Loading hasFailed={state.failedSince !== null} />}
    </main>
  )
}

type ShownState = Extract<PublicState, { readonly kind: 'shown' }>

const RECONNECTING_AFTER_MS = 1_000
const OLD_AFTER_MS = 10_000

function Shown({ state }: { readonly state: ShownState }) {
  const { t, locale } = useTexts('publicPage')
  const words = useWords()
  const { view, strip, lostSince } = state
  const format = useMemo(() => createFormat(locale, view.timeZone), [locale, view.timeZone])
  const spans = useMemo(() => spansOf(strip, view), [strip, view])
  const now = useNow()
  const lostMs = lostSince === null ? 0 : now - lostSince
  const isSilent = isSilentNow(view)
  const look = view.status?.look ?? null
  const word = view.status?.kind === 'OFF' && view.shift !== null ? t('stopped') : null
  const style = explainedStyle(statusStyle(view.status, view.shift !== null), look)
  return (
    <MachineScreen
      view={view}
      look={{
        style,
        color: statusColor(style, look === null ? (view.status?.color ?? null) : null),
        word,
        note: look === 'KNOWN' ? t('reasonKnown') : null,
      }}
      spans={spans}
      words={words}
      format={format}
      isStale={isSilent || lostMs > OLD_AFTER_MS}
      notice={<Notice state={state} lostMs={lostMs} format={format} />}
      corner={<Clock format={format} />}
    />
  )
}

/** A notice about the shown data; none while live. */
function Notice({ state, lostMs, format }: { readonly state: ShownState; readonly lostMs: number; readonly format: Format }) {
  const { t } = useTexts('publicPage')
  const { view, lostSince } = state
  if (lostSince !== null && lostMs > OLD_AFTER_MS) {
    return <span className={classes['notice']}>{t('offline', { time: format.time(lostSince) })}</span>
  }
  if (lostMs > RECONNECTING_AFTER_MS) return <span className={classes['notice']}>{t('reconnecting')}</span>
  if (isSilentNow(view) && view.lastSampleAt !== null) {
    return <span className={classes['notice']}>{t('lastData', { time: format.time(view.lastSampleAt) })}</span>
  }
  return null
}

/** Without status rules there is no data either, but the machine is heard. */
function isSilentNow({ status }: ShownState['view']): boolean {
  return status?.kind === 'NO_DATA' && status.noDataCause !== 'NO_STATUS_RULES'
}

function Clock({ format }: { readonly format: Format }) {
  const now = useNow()
  return <time className={classes['clock']}>{format.time(now)}</time>
}

function Loading({ hasFailed }: { readonly hasFailed: boolean }) {
  const { t } = useTexts('publicPage')
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 300)
    return () => clearTimeout(timer)
  }, [])
  if (hasFailed) return <Message title={t('unreachable')}>{t('unreachableHelp')}</Message>
  return isSlow ? <Message title={t('loading')} /> : null
}

function Message({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={classes['message']} role="status">
      <img src="/logo.svg" alt="" width="56" height="56" />
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
  )
}
