import type { Dimension, Measure } from '#engine/analytics/dimensions.ts'

/** A question under a name. */
type Preset = {
  readonly name: PresetName
  readonly m: Measure
  readonly by: Dimension
  readonly and: Dimension | ''
  readonly chart?: 'heat'
}
export type PresetName =
  | 'topLosses'
  | 'worstMachines'
  | 'lossesByDay'
  | 'whenStops'
  | 'shiftByWeekday'
  | 'oeeByDay'
  | 'oeeByMachine'
  | 'oeeByShift'
  | 'outputByDay'
  | 'rejectedByDay'
  | 'attainment'
  | 'energyByMachine'
  | 'energyPerUnit'

/** The questions that are asked most; the page opens on the first. */
export const PRESETS: readonly Preset[] = [
  { name: 'topLosses', m: 'DURATION', by: 'REASON', and: '' },
  { name: 'worstMachines', m: 'DURATION', by: 'WORK_CENTER', and: 'REASON' },
  { name: 'lossesByDay', m: 'DURATION', by: 'DAY', and: 'REASON' },
  { name: 'whenStops', m: 'COUNT', by: 'HOUR', and: '' },
  { name: 'shiftByWeekday', m: 'DURATION', by: 'SHIFT', and: 'WEEKDAY', chart: 'heat' },
  { name: 'oeeByDay', m: 'OEE', by: 'DAY', and: '' },
  { name: 'oeeByMachine', m: 'OEE', by: 'WORK_CENTER', and: '' },
  { name: 'oeeByShift', m: 'OEE', by: 'SHIFT', and: '' },
  { name: 'outputByDay', m: 'OUTPUT', by: 'DAY', and: '' },
  { name: 'rejectedByDay', m: 'REJECTED', by: 'DAY', and: '' },
  { name: 'attainment', m: 'ATTAINMENT', by: 'WORK_CENTER', and: '' },
  { name: 'energyByMachine', m: 'ENERGY', by: 'WORK_CENTER', and: '' },
  { name: 'energyPerUnit', m: 'ENERGY_PER_UNIT', by: 'WORK_CENTER', and: '' },
]
