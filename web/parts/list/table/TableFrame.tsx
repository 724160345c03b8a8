import { useImperativeHandle, useRef, type CSSProperties, type ReactNode, type Ref, type RefObject } from 'react'
import classes from './ListTable.module.css'
import { useRemainingHeight } from './useRemainingHeight.ts'
import { useRowWindow } from './useRowWindow.ts'

const DRAWN_WHOLE = 120

type TableFrameProps = {
  readonly caption: string
  /** The columns' widths and heads. */
  readonly head: ReactNode
  readonly count: number
  readonly keyOf: (index: number) => string
  readonly heightOf: (index: number) => number
  readonly minWidth: number
  /** Returns the row, a `tr`; `measure` is the ref of a row whose height differs from the expected one. */
  readonly row: (index: number, measure: Ref<HTMLTableRowElement> | undefined) => ReactNode
  /** Rows are cards on a page that scrolls itself. */
  readonly isCards?: boolean
  readonly className?: string | undefined
  /** Where the keys find what scrolls to the first or the last row. */
  readonly scroller?: RefObject<((edge: 'first' | 'last') => void) | null>
  /** How much stands below the frame in CSS px. */
  readonly roomBelow?: number
  /** Of longer lists only the rows near the screen are drawn. */
  readonly wholeUpTo?: number
}

/** Returns a table with a head that stays in sight, of which only the rows near the screen are drawn; it scrolls in its own frame, cards scroll with the page. */
export function TableFrame({
  caption,
  head,
  count,
  keyOf,
  heightOf,
  minWidth,
  row,
  isCards = false,
  className,
  scroller,
  roomBelow = 0,
  wholeUpTo = DRAWN_WHOLE,
}: TableFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const height = useRemainingHeight(frame, roomBelow)
  const rows = useRowWindow({ count, keyOf, heightOf, frame, isPage: isCards, wholeUpTo })
  useImperativeHandle(scroller, () => (edge) => rows.scrollTo(edge === 'first' ? 0 : count - 1))
  const style: CSSProperties | undefined = isCards || height === null ? undefined : { maxHeight: height }
  return (
    // What scrolls by itself must be reachable with the keyboard.
    <div
      ref={frame}
      className={[classes[isCards ? 'cards' : 'frame'], className].join(' ')}
      style={style}
      role="region"
      aria-label={caption}
      tabIndex={isCards ? undefined : 0}
    >
      <table className={classes['table']} style={isCards ? undefined : { minWidth }} aria-rowcount={count + 1}>
        <caption className="hidden-text">{caption}</caption>
        {head}
        <tbody>
          <Gap height={rows.before} />
          {rows.indexes.map((index) => row(index, rows.measure))}
          <Gap height={rows.after} />
        </tbody>
      </table>
    </div>
  )
}

function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null
}
