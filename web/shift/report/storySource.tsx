import { Link } from '@tanstack/react-router'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { OeeFactor, OpenedShiftFragment, StoryFieldsFragment } from '#web/api/generated/graphql.ts'
import type { StoryPiece } from '#web/parts/shiftInsight/useStoryText.ts'
import classes from './ShiftReport.module.css'

/** Returns what leads from a figure of the story to what it was counted from: the ledger, the stops of a reason, the hour, the losses of the date. */
export function storySource(shift: OpenedShiftFragment, onWhy: (factor: OeeFactor) => void) {
  const { workCenter, workCenterId, shiftDate, timeStart, timeEnd } = shift
  const { deviceId } = workCenter
  const why = (factor: OeeFactor, text: string) => (
    <button type="button" className={classes['source']} onClick={() => onWhy(factor)}>
      {text}
    </button>
  )
  const history = (text: string, search: Readonly<Record<string, string>>) =>
    deviceId == null ? null : (
      <Link
        to="/boxes/$deviceId"
        params={{ deviceId }}
        search={{ tab: 'history', from: timeStart, to: timeEnd, ...search }}
        className={classes['source']}
      >
        {text}
      </Link>
    )
  const losses = (text: string, search: { readonly plan?: ['PLANNED']; readonly category?: ['PERFORMANCE']; readonly tab?: 'quality' }) => (
    <Link
      to="/losses"
      search={{ range: 'dates', from: shiftDate, to: shiftDate, wc: [workCenterId], ...search }}
      className={classes['source']}
    >
      {text}
    </Link>
  )
  const lossSource = (text: string, { cause, reason }: StoryFieldsFragment) => {
    switch (cause) {
      case 'REASON':
        return reason == null ? null : history(text, { reason: String(reason.id) })
      case 'UNEXPLAINED':
        return history(text, { reason: 'none' })
      case 'PLANNED':
        return losses(text, { plan: ['PLANNED'] })
      case 'SMALL_STOPS':
        return losses(text, { category: ['PERFORMANCE'] })
      case 'QUALITY':
        return losses(text, { tab: 'quality' })
      case 'SPEED':
        return why('PERFORMANCE', text)
      default:
        return null
    }
  }
  return ({ figure, text, hour }: StoryPiece, sentence: StoryFieldsFragment) => {
    switch (figure) {
      case 'oee':
        return why('OEE', text)
      case 'good':
        return why('QUALITY', text)
      case 'loss':
        return lossSource(text, sentence)
      case 'hour':
        return hour === null ? null : history(text, { from: hour, to: new Date(Date.parse(hour) + HOUR_MS).toISOString() })
      case 'coverage':
        return history(text, {})
      case 'explained':
        return history(text, { reason: 'none' })
      case null:
        return null
    }
  }
}
