export { default as first } from '../uz.json'
export const areas = import.meta.glob<{ readonly default: Record<string, unknown> }>([
  '../../**/texts/uz.json',
  '!../../identity/**',
  '!../../publicPage/**',
])
