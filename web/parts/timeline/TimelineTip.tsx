import type { ReactNode } from 'react'
import { useFormat } from '#web/ui/formatContext.ts'
import { StatusIcon } from '../StatusIcon.tsx'
import type { TimelineBlock } from './prepareTimeline.ts'
import classes from './TimelineTip.module.css'
import { onlyOf, useSpanTexts } from './useSpanTexts.ts'

const TIP_PX = 240

type TimelineTipProps = { readonly block: TimelineBlock; readonly width: number; readonly children?: ReactNode }

/** Returns the tip of a block: name, start, end, duration, and the children. It can be hovered and stays within the lane's width. */
export function TimelineTip({ block, width, children }: TimelineTipProps) {
  const format = useFormat()
  const texts = useSpanTexts()
  const only = onlyOf(block)
  const reason = only ? texts.reasonOf(only) : null
  const left = Math.max(0, Math.min(block.x + block.width / 2 - TIP_PX / 2, width - TIP_PX))
  return (
    <div className={classes['tip']} style={{ left }} data-tip aria-hidden>
      <p className={classes['name']}>
        <StatusIcon style={block.style} size={14} /> {texts.blockName(block)}
      </p>
      {reason !== null && <p className={only?.loss?.isProvisional ? classes['provisional'] : undefined}>{reason}</p>}
      {only?.more !== undefined && <p>{only.more}</p>}
      {only?.loss?.comment != null && <p className={classes['comment']}>{only.loss.comment}</p>}
      <p>
        {texts.range(block.start, block.isOpen ? null : block.end)} · {format.duration(block.end - block.start)}
      </p>
      {children}
    </div>
  )
}
