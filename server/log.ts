import { pino } from 'pino'
import type { Logger } from 'pino'

export type { Logger } from 'pino'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Values that never reach a log line, wherever an object with such a key is logged. */
const SECRET_PATHS = ['password', 'secret', 'token', 'authorization', 'cookie'].flatMap((key) => [key, `*.${key}`, `req.headers.${key}`])

/** Returns a logger of JSON lines on standard output from the level up, with passwords, secrets and tokens masked. */
export function createLog(level: LogLevel): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths: SECRET_PATHS, censor: '[masked]' } })
}
