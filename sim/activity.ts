import type { ActivityKind, Behaviour, MachineSpec } from './factoryFile.ts'
import type { Plant, PlantShift } from './plant.ts'
import type { Random } from './random.ts'
import { between, exponential, logBetween, randomStream } from './random.ts'

const MINUTE_MS = 60_000

/** What a machine does from an instant to another, and how much it has made before: whole pieces, or metres. */
export type Activity = {
  readonly kind: ActivityKind
  readonly start: number
  readonly end: number
  /** Units a minute while it runs, else 0. */
  readonly speedPerMin: number
  readonly rejectRate: number
  /** Units in one step of the counter: a piece, or a millimetre. */
  readonly step: number
  readonly unitsBefore: number
  readonly rejectsBefore: number
  /** What had been made when the shift began. */
  readonly unitsAtShiftStart: number
  readonly rejectsAtShiftStart: number
}

type PlannedActivity = Pick<Activity, 'kind' | 'start' | 'end' | 'speedPerMin' | 'rejectRate'>

/** Lengths of stops in minutes, drawn on a logarithmic scale: most are short. */
const STOP_MINUTES = { SMALL_STOP: [0.4, 4], IDLE: [3, 13], SETUP: [12, 35], BREAKDOWN: [9, 55] } as const
const STOP_KINDS = ['SMALL_STOP', 'IDLE', 'SETUP', 'BREAKDOWN'] as const
const BREAK_MINUTES = 30
const SHARE_SHORT_OF_ORDERS = 0.3

/** Returns the activities of the machine in one shift, without a gap from its start to its end; the same for the same seed, machine and shift. */
export function planShift(spec: MachineSpec, seed: number, shift: PlantShift): PlannedActivity[] {
  if (!shift.isOpen) return [{ kind: 'OFF', start: shift.start, end: shift.end, speedPerMin: 0, rejectRate: 0 }]
  const random = randomStream(`${seed}/${spec.key}/${shift.start}`)
  const behaviour = spec.behaviour
  const plan: PlannedActivity[] = []
  let at = shift.start
  const add = (kind: ActivityKind, minutes: number, speedPerMin = 0, rejectRate = 0) => {
    const end = Math.min(shift.end, at + Math.round(minutes * MINUTE_MS))
    if (end > at) plan.push({ kind, start: at, end, speedPerMin, rejectRate })
    at = end
  }
  const breakAt = shift.start + between(random, 3.4, 4.4) * 60 * MINUTE_MS
  const idleAtEndMs = shift.isWeekend ? between(random, 40, 130) * MINUTE_MS : 0
  const noOrdersAt = isShortOfOrders(spec, seed, shift) ? shift.end - idleAtEndMs : shift.end
  let isBreakDue = true
  let isAfterStop = true
  add('IDLE', logBetween(random, 2, 9))
  while (at < noOrdersAt) {
    const runMinutes = exponential(random, behaviour.runMinutes * (shift.isWeekend ? 0.7 : 1))
    const speed = spec.targetSpeedPerMin * speedFactor(random, behaviour, shift)
    const rejectRate = behaviour.rejectRate * between(random, 0.4, 1.6) * (isAfterStop ? 1.5 : 1)
    const limitAt = isBreakDue && at < breakAt ? breakAt : noOrdersAt
    add('RUN', Math.min(runMinutes, (limitAt - at) / MINUTE_MS), speed, rejectRate)
    if (isBreakDue && at >= breakAt) {
      add('BREAK', BREAK_MINUTES + between(random, -3, 4))
      isBreakDue = false
    } else if (at < noOrdersAt) {
      const kind = drawStop(random, behaviour)
      const [shortest, longest] = STOP_MINUTES[kind]
      add(kind, logBetween(random, shortest, longest))
      isAfterStop = kind === 'SETUP' || kind === 'BREAKDOWN'
    }
  }
  add('OFF', (shift.end - at) / MINUTE_MS)
  return plan
}

/** At weekends some machines are out of work before their shift ends; the others show a visitor of that hour how a running machine looks. */
function isShortOfOrders(spec: MachineSpec, seed: number, shift: PlantShift): boolean {
  return randomStream(`${seed}/${spec.key}/${shift.start}/orders`)() < SHARE_SHORT_OF_ORDERS
}

/** Now and then a run goes slowly; otherwise within the machine's usual range. */
function speedFactor(random: Random, behaviour: Behaviour, shift: PlantShift): number {
  const usual = between(random, behaviour.speed[0], behaviour.speed[1])
  return usual * (random() < 0.07 ? 0.78 : 1) * (shift.isWeekend ? 0.97 : 1)
}

function drawStop(random: Random, behaviour: Behaviour): (typeof STOP_KINDS)[number] {
  const total = STOP_KINDS.reduce((sum, kind) => sum + behaviour.weights[kind], 0)
  let drawn = random() * total
  for (const kind of STOP_KINDS) {
    drawn -= behaviour.weights[kind]
    if (drawn < 0) return kind
  }
  return 'SMALL_STOP'
}

/** The activities of one machine since its installation, generated shift by shift on demand. */
export type Timeline = {
  /** Returns the activities that touch `[from, to)`, ascending and without a gap; none before the installation. */
  readonly between: (from: number, to: number) => readonly Activity[]
}

/** Returns the machine's timeline; a machine is a pure function of its description, the seed and the plant's clock. */
export function createTimeline(spec: MachineSpec, seed: number, plant: Plant): Timeline {
  const activities: Activity[] = []
  const step = spec.type === 'CONTINUOUS' ? 0.001 : 1
  let shiftIndex = 0
  let units = 0
  let rejects = 0

  function planNextShift(): void {
    const unitsAtShiftStart = units
    const rejectsAtShiftStart = rejects
    for (const planned of planShift(spec, seed, plant.shift(shiftIndex))) {
      const activity = { ...planned, step, unitsBefore: units, rejectsBefore: rejects, unitsAtShiftStart, rejectsAtShiftStart }
      activities.push(activity)
      const after = outputAt(activity, activity.end)
      units = after.units
      rejects = after.rejects
    }
    shiftIndex += 1
  }

  return {
    between: (from, to) => {
      while ((activities.at(-1)?.end ?? plant.startAt) < to) planNextShift()
      let low = 0
      let high = activities.length
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((activities[middle]?.end ?? Infinity) <= from) low = middle + 1
        else high = middle
      }
      let end = low
      while ((activities[end]?.start ?? Infinity) < to) end += 1
      return activities.slice(low, end)
    },
  }
}

/** Returns the units made and rejected by an instant within the activity; an unfinished piece does not count, and only a finished one can be rejected. */
export function outputAt(activity: Activity, at: number): { readonly units: number; readonly rejects: number } {
  const steps = (activity.speedPerMin * (at - activity.start)) / MINUTE_MS / activity.step
  // The small addition keeps the instant at which a piece is finished on the side of the finished piece.
  const made = Math.floor(steps + 1e-6) * activity.step
  return { units: activity.unitsBefore + made, rejects: activity.rejectsBefore + made * activity.rejectRate }
}
