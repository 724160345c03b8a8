export { default as first } from '../ru.json'
export const areas = import.meta.glob<{ readonly default: Record<string, unknown> }>([
  '../../**/texts/ru.json',
  '!../../identity/**',
  '!../../publicPage/**',
])
