import type { Format } from '#web/ui/format.ts'

const FIGURES = ['OEE', 'AVAILABILITY', 'PERFORMANCE', 'QUALITY'] as const
const LASTING = ['STATUS_DURATION', 'WORK_CENTER_OFF', 'WORK_IN_NON_WORK_TIME'] as const
const ROLES = ['ADMIN', 'USER', 'OPERATOR', 'GUEST'] as const

/** Returns the figure with at most so many decimals, none of them an idle zero. */
export function figure(format: Pick<Format, 'number'>, value: number | null, digits: number): string {
  if (value === null) return format.number(value)
  const [, decimals = ''] = String(Number(value.toFixed(digits))).split('.')
  return format.number(value, decimals.length)
}

/** Returns the figure that a target is of. */
export function figureOf(mode: string | null): (typeof FIGURES)[number] {
  return FIGURES.find((one) => one === mode) ?? 'OEE'
}

/** Returns the type of a rule that waits for minutes. */
export function lastingType(type: string): (typeof LASTING)[number] {
  return LASTING.find((one) => one === type) ?? 'STATUS_DURATION'
}

/** Returns the role that an audience names. */
export function companyRole(role: string | null): (typeof ROLES)[number] {
  return ROLES.find((one) => one === role) ?? 'USER'
}
