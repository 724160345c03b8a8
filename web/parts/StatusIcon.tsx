import type { StatusStyle } from './statusStyle.ts'

const SHAPES: Record<StatusStyle, string> = {
  run: 'M4 2.5v11l9-5.5z',
  idle: 'M3.5 2.5h3.2v11H3.5zM9.3 2.5h3.2v11H9.3z',
  stop: 'M3 3h10v10H3zM6.2 5.2v2h.9c0-.7.4-1 1-1s.9.3.9.8c0 .9-1.5 1-1.5 2.4h1.1c0-.9 1.6-1.1 1.6-2.5 0-1.1-.9-1.8-2.1-1.8-.9 0-1.5.4-1.9.1zM7.4 10.2v1.3h1.3v-1.3z',
  stopKnown: 'M3 3h10v10H3z',
  planned: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm-.7 2.8h1.4v3.4l2.4 1.4-.7 1.2-3.1-1.8z',
  setup: 'M2 5h8V2.5L14 6l-4 3.5V7H2zM14 11H6v2.5L2 10l4-3.5V9h8z',
  offShift: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm0 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
  noData: 'M1 9h3l1.5-5 2 4 1-2.5L10 9h5v-1.6h-3.9L8.6 2.6 7.4 5.4 5.2 1 3 7.4H1zM3 12h2v1.6H3zM7 12h2v1.6H7zM11 12h2v1.6h-2z',
  notSetUp: 'M2 3.2h5.2v1.6H2zM11 3.2h3v1.6h-3zM8 1.8h2v4.4H8zM2 11.2h3v1.6H2zM8.8 11.2H14v1.6H8.8zM6 9.8h2v4.4H6z',
}

/** Returns the shape of a style; the text beside it says the same, so it is silent. */
export function StatusIcon({ style, size = 16 }: { readonly style: StatusStyle; readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="currentColor" fillRule="evenodd" aria-hidden focusable={false}>
      <path d={SHAPES[style]} />
    </svg>
  )
}
