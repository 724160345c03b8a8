export { default as first } from '../en.json'
export const areas = import.meta.glob<{ readonly default: Record<string, unknown> }>([
  '../../**/texts/en.json',
  '!../../identity/**',
  '!../../publicPage/**',
])
