import { useCallback, useState, useEffect } from 'react'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { Palette } from './Palette.tsx'
import { UpdateBanner } from './UpdateBanner.tsx'
import { useKeys } from './useKeys.ts'
import { usePageViews } from './usePageViews.ts'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { lostCompany } from './lostCompany.ts'

/** Returns the extras of every page, loaded after it: command palette, keyboard help, update offer, page views. */
export default function Companion() {
  const [shown, setShown] = useState<'palette' | 'help' | null>(null)
  const showPalette = useCallback(() => setShown('palette'), [])
  const showHelp = useCallback(() => setShown('help'), [])
  const close = useCallback(() => setShown(null), [])
  useKeys(showPalette, showHelp)
  usePageViews()
  useLostCompany()
  return (
    <>
      <Palette isOpen={shown === 'palette'} onClose={close} onHelp={showHelp} />
      <KeyboardHelp isOpen={shown === 'help'} onClose={close} />
      <UpdateBanner />
    </>
  )
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
