import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Delivery } from './deliveryPlan.ts'

/** An e-mail as the mail server gets it. */
export type OutgoingEmail = {
  readonly id: string
  readonly recipient: string
  readonly language: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly unsubscribeUrl: string | null
  readonly threads: readonly string[]
  /** Whom a reply reaches; null = nobody. */
  readonly replyTo: string | null
  readonly attachments: readonly OutgoingFile[]
}

/** A file that goes with an e-mail; its bytes are read while they are sent. */
export type OutgoingFile = { readonly name: string; readonly contentType: string; readonly bytes: () => Readable }

export type Smtp = {
  /** Hands the e-mail to the mail server and returns the result; never throws. */
  send(email: OutgoingEmail): Promise<Delivery>
  /** Ends the connections. */
  close(): void
}

export type SmtpOptions = {
  readonly url: string
  /** The sender; null = no-reply at the host of publicUrl. */
  readonly from: string | null
  readonly publicUrl: string
  /** How long a mail server may say nothing at a time. */
  readonly silenceLimitMs?: number
}

/** How many e-mails are handed over at the same time. */
export const SMTP_CONNECTIONS = 3
const CONNECT_LIMIT_MS = 10_000
const SILENCE_LIMIT_MS = 20_000
/** However slowly the mail server answers: after this the e-mail counts as not sent. */
export const SEND_LIMIT_MS = 60_000

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Returns pooled connections to the mail server of the URL. Its certificate is verified always, and a server elsewhere must offer TLS, unless the
 * URL says `?tls=off` for a relay inside the own network.
 */
export function createSmtp(options: SmtpOptions): Smtp {
  const url = new URL(options.url)
  const isLocal = LOOPBACK.test(url.hostname) || url.searchParams.get('tls') === 'off'
  const isSecure = url.protocol === 'smtps:'
  const transport = createTransport({
    pool: true,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    requireTLS: !isSecure && !isLocal,
    ...(url.searchParams.get('tls') === 'off' ? { ignoreTLS: true } : {}),
    ...(url.username === '' ? {} : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    maxConnections: SMTP_CONNECTIONS,
    // An e-mail whose connection broke may have been taken: whether it is sent again is decided by us, who remember it.
    maxRequeues: 0,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: options.silenceLimitMs ?? CONNECT_LIMIT_MS,
    dnsTimeout: CONNECT_LIMIT_MS,
    socketTimeout: options.silenceLimitMs ?? SILENCE_LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = new URL(options.publicUrl).hostname
  const from = options.from ?? `Trueline <no-reply@${host}>`
  return {
    send: async (email) => {
      if (!isPlainAddress(email.recipient)) return { result: 'REFUSED', error: 'INVALID_RECIPIENT' }
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: email.recipient },
          ...(email.replyTo !== null && isPlainAddress(email.replyTo) && { replyTo: { name: '', address: email.replyTo } }),
          subject: email.subject,
          text: email.text,
          html: email.html,
          // The same at every try, so that an e-mail that was taken without our hearing of it is known again.
          messageId: `<${email.id}@${host}>`,
          // No e-mail has these ids: mail programs put together what refers to one.
          ...(email.threads.length > 0 && { references: email.threads.map((thread) => `<${thread}@${host}>`) }),
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            'Content-Language': email.language,
            // One request ends such e-mails, without signing in (RFC 8058).
            ...(email.unsubscribeUrl !== null && {
              'List-Unsubscribe': `<${email.unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          attachments: email.attachments.map(({ name, contentType, bytes }) => ({ filename: name, contentType, content: bytes() })),
          signal: AbortSignal.timeout(SEND_LIMIT_MS),
        })
        return { result: 'SENT' }
      } catch (error) {
        return deliveryOf(error)
      }
    },
    close: () => transport.close(),
  }
}

/** Returns the meaning of a mail library error. Only the server's answer for this recipient or message is a final refusal. */
function deliveryOf(error: unknown): Delivery {
  const code = textOf(error, 'code')
  const command = textOf(error, 'command')
  const status = error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  const isOfEmail = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM'
  // 503 speaks of the order of commands, not of the e-mail.
  const isForGood = isOfEmail && (command === 'API' || (status >= 500 && status !== 503))
  return {
    result: isForGood ? 'REFUSED' : 'AWAY',
    error: [code || 'FAILED', command, status || ''].filter((part) => part !== '').join(' '),
  }
}

function textOf(error: unknown, name: 'code' | 'command'): string {
  if (!(error instanceof Error)) return ''
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}

/** Addresses with signs that mean something in a list of addresses are not written to. */
function isPlainAddress(address: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are the characters that must not come through
  return address.length <= 254 && /^[^\s\u0000-\u001f\u007f<>()[\]\\,;:"@]+@[^\s\u0000-\u001f\u007f<>()[\]\\,;:"@]+$/.test(address)
}
