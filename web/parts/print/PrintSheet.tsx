import { useEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import classes from './Printed.module.css'

/** What paper a sheet is printed on. */
export type PaperSize = '100x50' | '62x29' | 'A5'

const PAGE: Readonly<Record<PaperSize, string>> = { '100x50': '100mm 50mm', '62x29': '62mm 29mm', A5: 'A5 portrait' }

type PrintSheetProps = { readonly size: PaperSize; readonly onPrinted: () => void; readonly children: ReactNode }

/** Returns a sheet that the browser prints at once instead of the page, on paper of the size; it is seen on paper alone. */
export function PrintSheet({ size, onPrinted, children }: PrintSheetProps) {
  useEffect(() => {
    addEventListener('afterprint', onPrinted, { once: true })
    // The sheet must be laid out first.
    const frame = requestAnimationFrame(() => print())
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('afterprint', onPrinted)
    }
  }, [onPrinted])
  return createPortal(
    <div className={classes['sheet']} aria-hidden>
      <style>{`@page { size: ${PAGE[size]}; margin: 0 }`}</style>
      {children}
    </div>,
    document.body,
  )
}
