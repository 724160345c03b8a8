import { useEffect, useRef, type ReactNode } from 'react'

let isFocusWanted = false

/** Makes the next heading take the focus, so that a page change is announced; the person's next action cancels it. */
export function wantHeadingFocus(): void {
  isFocusWanted = true
  const withdraw = () => {
    isFocusWanted = false
    removeEventListener('keydown', withdraw, true)
    removeEventListener('pointerdown', withdraw, true)
  }
  addEventListener('keydown', withdraw, true)
  addEventListener('pointerdown', withdraw, true)
}

/** Returns the one heading of a page; after a change of the page it has the focus, also when the loaded page replaces a waiting one. */
export function PageHeading({ children, className }: { readonly children: ReactNode; readonly className?: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFocusWanted) heading.current?.focus()
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
