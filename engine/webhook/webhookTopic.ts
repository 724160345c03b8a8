/** What a webhook is told of beside notifications. */
export const WEBHOOK_TOPICS = ['ORDERS', 'OUTPUT', 'CHECKLISTS', 'TASKS', 'SHIFTS', 'REQUESTS'] as const
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number]

/** The acts on orders that each topic tells, with the type of their message (domain.md IN-15); the database tells the same. */
export const TOLD_ACTS = {
  ORDERS: {
    PLANNED: 'order.planned',
    STARTED: 'order.started',
    STOPPED: 'order.stopped',
    CLOSED: 'order.closed',
    CANCELLED: 'order.cancelled',
    RESTORED: 'order.restored',
    UNDONE: 'order.undone',
  },
  OUTPUT: {
    CONFIRMED: 'output.confirmed',
    CONFIRMATION_CORRECTED: 'output.corrected',
    CONFIRMATION_CANCELLED: 'output.cancelled',
  },
} as const satisfies Partial<Readonly<Record<WebhookTopic, Readonly<Record<string, string>>>>>
