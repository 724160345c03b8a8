import type { Config } from '#server/config.ts'

type Exposure = Pick<Config, 'host' | 'publicUrl' | 'mqttTls'>

type Warned = Exposure &
  Pick<
    Config,
    'trustProxy' | 'demo' | 'registration' | 'smtpUrl' | 'trustedIssuers' | 'geolocationUrl' | 'assistantModel' | 'openId' | 'role'
  >

/** One sentence for a setting, or for what stands behind several. */
export type Warning = { readonly setting: string; readonly text: string }

/** Returns whether the address means this machine only. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[(.*)\]$/, '$1')
  return plain === 'localhost' || plain.endsWith('.localhost') || plain === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(plain)
}

/** Returns whether the server is meant to be reached from other machines: its ports are open to them, or people know it by a name. */
export function isExposed({ host, publicUrl, mqttTls }: Exposure): boolean {
  return !isLoopback(host) || !isLoopback(new URL(publicUrl).hostname) || (mqttTls !== null && !isLoopback(mqttTls.host))
}

/** Returns what is unsafe or does not work beyond this machine, one sentence each; none for a server that only this machine reaches. */
export function exposureWarnings(config: Warned, user: { readonly isRoot: boolean }): readonly Warning[] {
  if (!isExposed(config)) return []
  const rows = config.role === 'ingest' ? warningsOfAll(config, user) : [...warningsOfAll(config, user), ...warningsOfPeople(config)]
  return rows.flatMap(([isShown, setting, text]) => (isShown ? [{ setting, text }] : []))
}

type Row = readonly [isShown: boolean, setting: string, text: string]

function warningsOfAll({ host }: Warned, { isRoot }: { readonly isRoot: boolean }): readonly Row[] {
  return [
    [isRoot, 'root', 'The server runs as root; start it as a user of its own, so that a fault in it is not one of the whole machine.'],
    [
      !isLoopback(host),
      'MQTT_PORT',
      'Devices of other machines send their secrets to MQTT_PORT in clear; give them MQTT_TLS_PORT, and keep the other inside the own network or HOST at 127.0.0.1.',
    ],
  ]
}

function warningsOfPeople(config: Warned): readonly Row[] {
  const url = new URL(config.publicUrl)
  const isPlain = url.protocol === 'http:'
  const isNamed = !isLoopback(url.hostname)
  return [
    [
      isPlain && isNamed,
      'PUBLIC_URL',
      `Nobody can sign in at ${url.origin} from another machine: browsers allow it over HTTPS only; put a TLS proxy in front and set PUBLIC_URL=https://….`,
    ],
    [
      !isNamed,
      'PUBLIC_URL',
      `HOST=${config.host} opens the ports to other machines, but people of those cannot sign in at ${url.origin}; set PUBLIC_URL=https://….`,
    ],
    [
      !isPlain && !config.trustProxy,
      'TRUST_PROXY',
      'All people share one address and so the limits of one; set TRUST_PROXY=on if one proxy stands in front and appends X-Forwarded-For.',
    ],
    [config.demo, 'DEMO', 'Everybody can sign in to the demo company with its published password; leave DEMO=on out.'],
    [config.registration, 'REGISTRATION', 'Everybody can make an account and a company of their own; leave REGISTRATION=on out.'],
    [
      config.smtpUrl === null,
      'SMTP_URL',
      'E-mails with links that set passwords stay readable on this server; set SMTP_URL, so that only their addressees read them.',
    ],
    ...plainAddresses(config).map(([setting, address]): Row => [
      true,
      setting,
      `${address} is asked over plain HTTP, so that others can answer in its place; use https://….`,
    ]),
  ]
}

function plainAddresses({
  trustedIssuers,
  geolocationUrl,
  openId,
  assistantModel,
}: Warned): readonly (readonly [setting: string, address: string])[] {
  const addresses = [
    ...trustedIssuers.map(({ issuer, jwksUrl }) => ['TRUSTED_ISSUERS', jwksUrl ?? issuer] as const),
    ...(openId === null ? [] : [['OPENID_AUTHORITY', openId.authority] as const]),
    ...(geolocationUrl === null ? [] : [['GEOLOCATION_URL', geolocationUrl] as const]),
    ...(assistantModel === null ? [] : [['ASSISTANT_URL', assistantModel.url] as const]),
  ]
  return addresses.filter(([, address]) => {
    const { protocol, hostname } = new URL(address.replaceAll('{ip}', '192.0.2.1'))
    return protocol === 'http:' && !isLoopback(hostname)
  })
}
