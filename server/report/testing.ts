import type { Mailing } from './delivery.service.ts'

/** E-mails with reports whose links lead nowhere. */
export const NO_MAILING: Mailing = {
  publicUrl: 'https://factory.example',
  unsubscribing: { linkOf: () => 'https://factory.example/api/unsubscribe/none' },
}
