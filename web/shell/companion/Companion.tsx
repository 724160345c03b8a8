import { useCallback, useState } from 'react'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { Palette } from './Palette.tsx'
import { UpdateBanner } from './UpdateBanner.tsx'
import { useKeys } from './useKeys.ts'
import { useLostCompany } from './useLostCompany.ts'
import { usePageViews } from './usePageViews.ts'

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
