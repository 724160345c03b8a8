export { default as first } from '../pl.json'
export const areas = import.meta.glob<{ readonly default: Record<string, unknown> }>([
  '../../**/texts/pl.json',
  '!../../identity/**',
  '!../../publicPage/**',
])
