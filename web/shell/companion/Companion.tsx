import { Suspense, useCallback, useState, useEffect } from 'react'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { Palette } from './Palette.tsx'
import { UpdateBanner } from './UpdateBanner.tsx'
import { useKeys } from './useKeys.ts'
import { usePageViews } from './usePageViews.ts'
import { useCommonTexts, useTexts } from '#web/texts/useTexts.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { provideMeaning, refusalIn } from '#web/ui/meaning.ts'
import { explainedBy } from './explainedBy.ts'
import type { AskedMeaning } from './HelpPanel.tsx'
import { lostCompany } from './lostCompany.ts'

const HelpPanel = lazyPart(() => withTexts('faq', import('./HelpPanel.tsx')))

/** Returns the extras of every page, loaded after it: command palette, help, keyboard map, update offer, page views. */
export default function Companion() {
  const [shown, setShown] = useState<'palette' | 'help' | 'keyboard' | null>(null)
  const showPalette = useCallback(() => setShown('palette'), [])
  // Once shown it stays in the page: a dialog that is closed gives the focus back, one that is taken away does not.
  const [isHelpLoaded, setHelpLoaded] = useState(false)
  const [meaning, setMeaning] = useState<AskedMeaning | null>(null)
  const openHelp = useCallback((asked: AskedMeaning | null) => {
    setMeaning(asked)
    setHelpLoaded(true)
    setShown('help')
  }, [])
  const showHelp = useCallback(() => openHelp(null), [openHelp])
  const showKeyboard = useCallback(() => setShown('keyboard'), [])
  const close = useCallback(() => setShown(null), [])
  // Told also when the keyboard map takes its place.
  const closeHelp = useCallback(() => setShown((now) => (now === 'help' ? null : now)), [])
  useKeys(showPalette, showHelp)
  usePageViews()
  useLostCompany()
  useMeanings(openHelp)
  return (
    <>
      <Palette isOpen={shown === 'palette'} onClose={close} onHelp={showKeyboard} />
      {isHelpLoaded && (
        <Suspense>
          <HelpPanel isOpen={shown === 'help'} meaning={meaning} onClose={closeHelp} onKeyboard={showKeyboard} />
        </Suspense>
      )}
      <KeyboardHelp isOpen={shown === 'keyboard'} onClose={close} />
      <UpdateBanner />
    </>
  )
}

/** Explains refusals, wherever they are shown, by their entries of the FAQ (domain.md HP-4). */
function useMeanings(open: (asked: AskedMeaning) => void): void {
  const { t } = useTexts('companion')
  useEffect(() => {
    provideMeaning({
      label: t('meaning'),
      openerOf: (sentence) => {
        const entry = explainedBy(refusalIn(sentence))
        return entry === null ? null : () => open({ sentence, entry })
      },
    })
    return () => provideMeaning(null)
  }, [t, open])
}

/** Informs a person who was removed from the open page's company: the pages now show another company, or none. */
function useLostCompany(): void {
  const { t } = useCommonTexts()
  const viewer = useViewer()
  useEffect(() => {
    const name = lostCompany(sessionStorage, viewer)
    if (name !== null) showToast(t('session.left', { name }))
  }, [viewer, t])
}
