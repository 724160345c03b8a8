import type { Ability } from '#engine/access/abilities.ts'
import type { Percentage } from '#engine/oee/percentage.ts'
import { builder } from './builder.ts'

/** Types that belong to no area; those of an area are in its `<area>.graph.ts`. */
export const PercentageRef = builder.objectRef<Percentage>('Percentage')
export const UserAbilityRef = builder.objectRef<Ability>('UserAbility')

export const PeriodInput = builder.inputType('PeriodInput', {
  fields: (t) => ({ start: t.field({ type: 'DateTime', required: true }), end: t.field({ type: 'DateTime', required: true }) }),
})
