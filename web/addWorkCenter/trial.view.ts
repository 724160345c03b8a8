/** How the device of a trial machine sends: its id, and the secret that is shown once. */
export type TrialDevice = { readonly deviceId: string; readonly secret: string }

/** A power that the machine sent, and when. */
export type Bar = { readonly at: number; readonly power: number }

const MOST_BARS = 40
/** What the command sends. */
const EXAMPLE_KW = 12.4

/** Returns the line that sends one value, for any terminal. */
export function curlOf(origin: string, { deviceId, secret }: TrialDevice): string {
  const sent = `{"values":{"POWER":${EXAMPLE_KW}}}`
  return `curl ${origin}/api/devices/${deviceId}/telemetry -H 'Authorization: Bearer ${secret}' -d '${sent}'`
}

/** Returns the address that makes a phone the machine. The secret stands behind #, so that no server and no log gets it. */
export function phoneAddress(origin: string, { deviceId, secret }: TrialDevice, language: string): string {
  return `${origin}/public/try?lang=${language}#${deviceId}.${secret}`
}

/** Returns the bars with a value that came, the newest last; the same while nothing new came. */
export function withBar(bars: readonly Bar[], at: number | null, power: number | null): readonly Bar[] {
  const last = bars.at(-1)
  if (at === null || power === null || (last !== undefined && last.at >= at)) return bars
  return [...bars, { at, power }].slice(-MOST_BARS)
}

/** Returns how high each bar stands, 0 to 1; the highest is the whole height, of at least 5 kW so that noise stays small. */
export function heightsOf(bars: readonly Bar[]): readonly number[] {
  const most = Math.max(5, ...bars.map(({ power }) => power))
  return bars.map(({ power }) => Math.max(0, power) / most)
}
