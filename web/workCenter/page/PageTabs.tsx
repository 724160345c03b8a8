import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { isSingleKey } from '#web/ui/singleKeys.ts'
import classes from './PageTabs.module.css'
import { type Tab, tabOfKey, TABS } from './tabs.ts'

/** Returns the tabs as real links, which keep the period; the keys 1…5 open them too (U-43). */
export function PageTabs({ tab }: { readonly tab: Tab }) {
  const { t } = useTexts('page')
  const navigate = useNavigate({ from: '/boxes/$deviceId' })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const wanted = isSingleKey(event) ? tabOfKey(event.key) : null
      if (wanted === null) return
      event.preventDefault()
      void navigate({ to: '.', search: (known: Record<string, unknown>) => searchOf(known, wanted) })
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [navigate])
  const tabs = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the last tabs lie beyond the edge.
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  return (
    <nav ref={tabs} className={classes['tabs']} aria-label={t('tabs')}>
      {TABS.map((one, index) => (
        <Link
          key={one}
          to="."
          search={(known: Record<string, unknown>) => searchOf(known, one)}
          resetScroll={false}
          className={classes['tab']}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={one === tab ? 'page' : undefined}
          aria-keyshortcuts={String(index + 1)}
        >
          {t(`tab.${one}`)}
        </Link>
      ))}
    </nav>
  )
}

/** A selection belongs to its tab. */
function searchOf(known: Record<string, unknown>, tab: Tab): Record<string, unknown> {
  return { ...known, tab: tab === 'realtime' ? undefined : tab, sel: undefined, at: undefined, reason: undefined }
}
