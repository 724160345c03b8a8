import { isOutlined, STATUS_STYLES, type StatusStyle } from '../statusStyle.ts'
import { styleShares, type TimelineBlock } from './prepareTimeline.ts'

export type LaneColors = {
  readonly of: (style: StatusStyle, color: string | null) => string
  readonly text: string
  readonly surface: string
  readonly border: string
}

export type Lane = {
  readonly blocks: readonly TimelineBlock[]
  readonly width: number
  readonly height: number
  /** px of now, null when it is outside. */
  readonly nowX: number | null
  readonly active: TimelineBlock | null
  /** What may be written on a block, the first that fits. */
  readonly labelsOf: (block: TimelineBlock) => readonly string[]
  readonly colors: LaneColors
  /** Whether a run of short spans shows how much of its time each style has, instead of its longest stop. */
  readonly isMixed?: boolean
}

const SEPARATOR_PX = 1
const LABEL_PADDING_PX = 6
const LABEL_FROM_PX = 30

/** Draws the lane into a context that is already scaled to CSS px: blocks with pattern and label, the line at now, the focused block framed. */
export function drawTimeline(context: CanvasRenderingContext2D, lane: Lane): void {
  context.clearRect(0, 0, lane.width, lane.height)
  for (const block of lane.blocks) drawBlock(context, lane, block)
  if (lane.nowX !== null) {
    context.fillStyle = lane.colors.text
    context.fillRect(lane.nowX - 1, 0, 2, lane.height)
  }
  if (lane.active) {
    context.strokeStyle = lane.colors.text
    context.lineWidth = 2
    context.strokeRect(lane.active.x + 1, 1, Math.max(2, lane.active.width - 2), lane.height - 2)
  }
}

function drawBlock(context: CanvasRenderingContext2D, lane: Lane, block: TimelineBlock): void {
  const width = Math.max(1, block.width - SEPARATOR_PX)
  if (lane.isMixed === true && block.spans.length > 1) {
    drawShares(context, lane, block)
    return
  }
  if (isOutlined(block.style)) {
    context.strokeStyle = lane.colors.border
    context.lineWidth = 1
    context.setLineDash([4, 3])
    context.strokeRect(block.x + 0.5, 0.5, Math.max(1, width - 1), lane.height - 1)
    context.setLineDash([])
    return
  }
  const top = lane.height * topOf(block.style)
  context.fillStyle = lane.colors.of(block.style, block.color)
  context.fillRect(block.x, top, width, lane.height - top)
  drawPattern(context, block.style, { x: block.x, y: top, width, height: lane.height - top })
  if (width >= LABEL_FROM_PX) drawLabel(context, lane, block, top)
}

/** Stacked from the bottom, what ran most below; columns touch, so that a long time reads as an area. */
function drawShares(context: CanvasRenderingContext2D, lane: Lane, block: TimelineBlock): void {
  let bottom = lane.height
  for (const { style, color, share } of styleShares(block).toSorted((left, right) => orderOf(left.style) - orderOf(right.style))) {
    const height = share * lane.height
    if (!isOutlined(style)) {
      context.fillStyle = lane.colors.of(style, color)
      context.fillRect(block.x, bottom - height, block.width, height)
    }
    bottom -= height
  }
}

function orderOf(style: StatusStyle): number {
  return STATUS_STYLES.indexOf(style)
}

/** Low styles leave the upper part free, so that height tells them too. */
function topOf(style: StatusStyle): number {
  if (style === 'offShift') return 0.6
  return style === 'idle' ? 0.35 : 0
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

function drawPattern(context: CanvasRenderingContext2D, style: StatusStyle, box: Box): void {
  if (style !== 'stop' && style !== 'planned' && style !== 'setup') return
  context.save()
  context.beginPath()
  context.rect(box.x, box.y, box.width, box.height)
  context.clip()
  context.strokeStyle = style === 'setup' ? 'rgb(27 36 48 / 65%)' : 'rgb(255 255 255 / 45%)'
  context.fillStyle = context.strokeStyle
  context.lineWidth = style === 'stop' ? 2 : 1
  context.beginPath()
  if (style === 'stop')
    for (let x = box.x - box.height; x < box.x + box.width; x += 8) {
      context.moveTo(x, box.y + box.height)
      context.lineTo(x + box.height, box.y)
    }
  else if (style === 'planned')
    for (let y = box.y + 3; y < box.y + box.height; y += 5) {
      context.moveTo(box.x, y)
      context.lineTo(box.x + box.width, y)
    }
  else
    for (let y = box.y + 4; y < box.y + box.height; y += 6)
      for (let x = box.x + 3; x < box.x + box.width; x += 6) context.rect(x, y, 1.5, 1.5)
  if (style === 'setup') context.fill()
  else context.stroke()
  context.restore()
}

function drawLabel(context: CanvasRenderingContext2D, lane: Lane, block: TimelineBlock, top: number): void {
  const label = lane.labelsOf(block).find((text) => context.measureText(text).width + 2 * LABEL_PADDING_PX <= block.width)
  if (label === undefined) return
  const size = context.measureText(label).width
  const color = lane.colors.of(block.style, block.color)
  const y = top + (lane.height - top) / 2
  // The pattern must not run through the letters.
  context.fillStyle = color
  context.fillRect(block.x + LABEL_PADDING_PX - 3, y - 9, size + 6, 18)
  context.fillStyle = textOn(context, color)
  context.fillText(label, block.x + LABEL_PADDING_PX, y + 4.5)
}

/** Returns black or white, whichever is easier to read on a colour (relative luminance of WCAG). */
function textOn(context: CanvasRenderingContext2D, color: string): string {
  context.fillStyle = color
  const hex = String(context.fillStyle)
  const channels = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  const luminance = 0.2126 * (channels[0] ?? 0) + 0.7152 * (channels[1] ?? 0) + 0.0722 * (channels[2] ?? 0)
  return luminance > 0.2 ? '#1b2430' : '#ffffff'
}
