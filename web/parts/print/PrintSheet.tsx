import { useEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import classes from './Printed.module.css'

/** What paper a sheet is printed on. */
export type PaperSize = '100x50' | '62x29' | 'A4' | 'A5'

const PAGE: Readonly<Record<PaperSize, string>> = { '100x50': '100mm 50mm', '62x29': '62mm 29mm', A4: 'A4 portrait', A5: 'A5 portrait' }

type PrintSheetProps = { readonly size: PaperSize; readonly onPrinted: () => void; readonly children: ReactNode }

/** Returns a sheet that the browser prints at once instead of the page, on paper of the size; it is seen on paper alone. */
export function PrintSheet({ size, onPrinted, children }: PrintSheetProps) {
  useEffect(() => {
    // The content policy allows no styles in the page, and a style sheet of a file knows no size that is chosen.
    const paper = new CSSStyleSheet()
    paper.replaceSync(`@page { size: ${PAGE[size]}; margin: 0 } @media print { body > :not([data-printed]) { display: none !important } }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, paper]
    addEventListener('afterprint', onPrinted, { once: true })
    // The sheet must be laid out first.
    const frame = requestAnimationFrame(() => print())
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('afterprint', onPrinted)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== paper)
    }
  }, [size, onPrinted])
  return createPortal(
    <div className={classes['sheet']} data-printed aria-hidden>
      {children}
    </div>,
    document.body,
  )
}
