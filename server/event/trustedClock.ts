import type { Database } from '#server/db/database.ts'
import type { Logger } from '#server/log.ts'
import { lastReceivedPosition } from './received.store.ts'
import { createSteadyClock } from './steadyClock.ts'

/** The clock by which something is due, missed or told. */
export type TrustedClock = {
  /** UTC ms. */
  now(): number
  /** Believes a clock that was set once a batch was received since; asked before each round. */
  judge(): Promise<void>
}

type ClockDeps = {
  readonly database: Pick<Database, 'inSystem'>
  readonly log: Logger
  readonly wall?: () => number
  /** Counts ms whatever the clock is set to. */
  readonly elapsed?: () => number
}

/** Returns a clock that goes on from where it was when somebody sets the clock of the machine, until a batch of samples is received (domain.md AL-22). */
export function createTrustedClock({ database, log, wall = Date.now, elapsed = () => performance.now() }: ClockDeps): TrustedClock {
  const clock = createSteadyClock({ wall, elapsed })
  /** How far batches had been received when the clock was first in doubt. */
  let doubtedAt: number | null = null
  return {
    now: clock.now,
    judge: async () => {
      if (!clock.isInDoubt()) {
        doubtedAt = null
        return
      }
      const received = await database.inSystem(lastReceivedPosition)
      if (doubtedAt === null) {
        log.warn({ steadyAt: clock.now(), clockAt: wall() }, 'the clock was set: nothing is due or told by it until a batch is received')
        doubtedAt = received
      } else if (received > doubtedAt) {
        clock.believe()
        doubtedAt = null
      }
    },
  }
}

/** Returns the clock as it is set, believed always. */
export function believedClock(now: () => number = Date.now): TrustedClock {
  return { now, judge: () => Promise.resolve() }
}
