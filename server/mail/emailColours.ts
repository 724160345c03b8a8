/** The product's colours as e-mails and the outbox use them. */
export const EMAIL_COLOURS = {
  back: '#f4f6f8',
  surface: '#ffffff',
  text: '#1b2430',
  muted: '#55616f',
  action: '#0b63ce',
  onAction: '#ffffff',
} as const
