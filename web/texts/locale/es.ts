export { default as first } from '../es.json'
export const areas = import.meta.glob<{ readonly default: Record<string, unknown> }>([
  '../../**/texts/es.json',
  '!../../identity/**',
  '!../../publicPage/**',
])
