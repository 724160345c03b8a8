import type { StatusSource } from '#engine/status/statusRule.ts'
import type { DemoFactory, DemoMachine, StatusBand } from './demoFactory.ts'

/** A status rule as stored; bounds are in the unit of the source (domain.md S-3). */
export type DemoRule = {
  readonly name: string
  readonly shortName: string
  readonly color: string
  readonly rangeType: StatusSource
  readonly min: number
  readonly max: number | null
  readonly minEventDurationSeconds: number
  readonly isEffective: boolean
  readonly isScheduledLoss: boolean
}

/** Returns the status rules of a demo machine: kW, % of nominal power, A a phase, or units a minute, by its status source. */
export function demoRules(factory: Pick<DemoFactory, 'statuses' | 'speedStatuses'>, machine: DemoMachine): DemoRule[] {
  const scale = bandScale(machine)
  return (machine.statusSource === 'SPEED' ? factory.speedStatuses : factory.statuses).map((band: StatusBand) => ({
    name: band.name,
    shortName: band.shortName,
    color: band.color,
    rangeType: machine.statusSource,
    min: toBound(band.from * scale),
    max: band.to === null ? null : toBound(band.to * scale),
    minEventDurationSeconds: band.minSeconds,
    isEffective: band.isEffective,
    isScheduledLoss: band.isScheduledLoss,
  }))
}

/** What 1 of a band is in the unit of the machine's status source. */
function bandScale(machine: DemoMachine): number {
  switch (machine.statusSource) {
    case 'POWER':
      return machine.nominalPowerKw
    case 'LOAD':
      return 100
    case 'CURRENT':
      return (machine.nominalPowerKw * 1000) / (Math.sqrt(3) * machine.voltage * machine.cosPhi)
    case 'SPEED':
      return machine.targetSpeedPerMin
  }
}

function toBound(value: number): number {
  return Math.round(value * 100) / 100
}
