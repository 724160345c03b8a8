export { default as first } from '../uk.json'
export const areas = import.meta.glob<{ readonly default: Record<string, unknown> }>([
  '../../**/texts/uk.json',
  '!../../identity/**',
  '!../../publicPage/**',
])
