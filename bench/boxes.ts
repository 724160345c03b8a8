/**
 * Prints the figures of the list of work centers with 100 and 500 machines: the page's query, its first useful paint, and its cost while all are
 * live.
 */
import { openCrowd } from './boxes/crowd.ts'
import { measureListQuery } from './boxes/listQuery.ts'
import { measureLiveCards } from './boxes/liveCards.ts'
import { measurePaint } from './boxes/paint.ts'

const crowd = await openCrowd()
try {
  for (const count of [100, 500]) {
    await crowd.growTo(count)
    await measureListQuery(crowd, count)
    await measurePaint(crowd, count)
  }
  await measureLiveCards(crowd)
} finally {
  await crowd.end()
}
