/** How a kind of job is run. */
export type JobPolicy = {
  /** Kinds of one queue share its workers; heavy kinds share HEAVY, of which one job runs in a process and one for a company. */
  readonly queue: string
  /** How many run at the same time in a process. */
  readonly parallel: number
  /** How long one run may take. */
  readonly expireSeconds: number
  /** How often a failed run is tried again; the pauses double, beginning with `retryDelaySeconds`. */
  readonly retries: number
  readonly retryDelaySeconds: number
  /** How often the queue is looked at besides when a job is added: for jobs whose time comes. */
  readonly pollSeconds: number
  /** A job that nobody ran within this time is dropped. */
  readonly keepDays: number
}

const LIGHT: Omit<JobPolicy, 'queue'> = {
  parallel: 1,
  expireSeconds: 15 * 60,
  retries: 8,
  retryDelaySeconds: 10,
  pollSeconds: 30,
  keepDays: 14,
}

export const HEAVY_QUEUE = 'HEAVY'
/** Whose jobs a process fetches one by one: a second one that waits behind the first counts as running. */
export const QUEUES_ONE_BY_ONE: ReadonlySet<string> = new Set([HEAVY_QUEUE, 'COMPANY_EXPORT'])
/** Jobs that failed for good, as they were. */
export const DEAD_QUEUE = 'DEAD'
/** A worker that did not say for so long that it is alive counts as dead, and its jobs are run again. */
export const HEARTBEAT_SECONDS = 20

export const JOB_KINDS = [
  'EMAIL',
  'CALIBRATION',
  'CALIBRATION_UPKEEP',
  'COMPANY_EXPORT',
  'EXPORT',
  'REPORT',
  'REPORT_PLAN',
  'REPORT_SCHEDULE',
  'REPORT_UPKEEP',
  'INGEST_UPKEEP',
  'KEPT_SUMS',
  'LOSS_SUMS',
  'ORDER_COURSES',
  'ORDERS_REACHED',
  'AUTO_CONFIRM',
  'CHANGEOVERS',
  'COUNTER_RESETS',
  'CHECKLISTS',
  'CHECKLIST_PRINT',
  'INTEGRATION',
  'INTEGRATION_SCHEDULE',
  'INTEGRATION_ATTENTION',
  'INTEGRATION_UPKEEP',
  'PREPAID_NOTICE',
  'DEMO_RESET',
  'DEMO_CREW',
  'IDENTITY_UPKEEP',
  'MAIL_UPKEEP',
  'FILE_UPKEEP',
  'JOB_UPKEEP',
  'NOTIFICATION_EMAIL',
  'NOTIFICATION_DIGESTS',
  'NOTIFICATION_PUSH',
  'NOTIFICATION_SNOOZE',
  'NOTIFICATION_UPKEEP',
  'WEBHOOK',
  'WEBHOOKS_DUE',
  'WEBHOOK_UPKEEP',
] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** The policy of each kind. */
export const JOB_POLICIES: Readonly<Record<JobKind, JobPolicy>> = {
  // Three connections to the mail server; e-mails have their own plan of tries, so the count here only bounds crashes.
  EMAIL: { ...LIGHT, queue: 'EMAIL', parallel: 3, expireSeconds: 5 * 60, retries: 50, retryDelaySeconds: 60, pollSeconds: 15, keepDays: 7 },
  // A process that does not own the work center hands it on, which counts as a try.
  CALIBRATION: { ...LIGHT, queue: 'CALIBRATION', retries: 1000, pollSeconds: 5 },
  CALIBRATION_UPKEEP: { ...LIGHT, queue: 'CALIBRATION_UPKEEP' },
  EXPORT: { ...LIGHT, queue: HEAVY_QUEUE, expireSeconds: 60 * 60, retries: 2, pollSeconds: 5, keepDays: 1 },
  // Takes hours for a large company, which keep no report waiting; what took too long once takes too long again.
  COMPANY_EXPORT: { ...LIGHT, queue: 'COMPANY_EXPORT', expireSeconds: 4 * 60 * 60, retries: 0, pollSeconds: 5, keepDays: 1 },
  REPORT: { ...LIGHT, queue: HEAVY_QUEUE, expireSeconds: 15 * 60, retries: 2, pollSeconds: 5, keepDays: 3 },
  REPORT_PLAN: { ...LIGHT, queue: 'REPORT_PLAN', pollSeconds: 5, keepDays: 3 },
  REPORT_SCHEDULE: { ...LIGHT, queue: 'REPORT_SCHEDULE', pollSeconds: 5 },
  REPORT_UPKEEP: { ...LIGHT, queue: 'REPORT_UPKEEP' },
  INGEST_UPKEEP: { ...LIGHT, queue: 'INGEST_UPKEEP' },
  KEPT_SUMS: { ...LIGHT, queue: 'KEPT_SUMS' },
  LOSS_SUMS: { ...LIGHT, queue: 'LOSS_SUMS' },
  ORDER_COURSES: { ...LIGHT, queue: 'ORDER_COURSES' },
  ORDERS_REACHED: { ...LIGHT, queue: 'ORDERS_REACHED' },
  AUTO_CONFIRM: { ...LIGHT, queue: 'AUTO_CONFIRM' },
  COUNTER_RESETS: { ...LIGHT, queue: 'COUNTER_RESETS' },
  CHANGEOVERS: { ...LIGHT, queue: 'CHANGEOVERS' },
  CHECKLISTS: { ...LIGHT, queue: 'CHECKLISTS' },
  CHECKLIST_PRINT: { ...LIGHT, queue: HEAVY_QUEUE, expireSeconds: 5 * 60, retries: 2, pollSeconds: 5, keepDays: 1 },
  // What fails is tried again by its own plan.
  INTEGRATION: { ...LIGHT, queue: 'INTEGRATION', parallel: 2, expireSeconds: 10 * 60, retries: 2, pollSeconds: 10, keepDays: 1 },
  INTEGRATION_UPKEEP: { ...LIGHT, queue: 'INTEGRATION_UPKEEP' },
  INTEGRATION_ATTENTION: { ...LIGHT, queue: 'INTEGRATION_ATTENTION' },
  PREPAID_NOTICE: { ...LIGHT, queue: 'PREPAID_NOTICE' },
  INTEGRATION_SCHEDULE: { ...LIGHT, queue: 'INTEGRATION_SCHEDULE', pollSeconds: 10 },
  DEMO_RESET: { ...LIGHT, queue: 'DEMO_RESET' },
  DEMO_CREW: { ...LIGHT, queue: 'DEMO_CREW' },
  IDENTITY_UPKEEP: { ...LIGHT, queue: 'IDENTITY_UPKEEP' },
  MAIL_UPKEEP: { ...LIGHT, queue: 'MAIL_UPKEEP' },
  FILE_UPKEEP: { ...LIGHT, queue: 'FILE_UPKEEP' },
  JOB_UPKEEP: { ...LIGHT, queue: 'JOB_UPKEEP' },
  // What is told late is of no use.
  NOTIFICATION_EMAIL: { ...LIGHT, queue: 'NOTIFICATION_EMAIL', parallel: 2, expireSeconds: 60, pollSeconds: 5, keepDays: 2 },
  // As soon as it is due; a push service that is slow keeps a few people waiting, not all.
  NOTIFICATION_DIGESTS: { ...LIGHT, queue: 'NOTIFICATION_DIGESTS' },
  NOTIFICATION_PUSH: { ...LIGHT, queue: 'NOTIFICATION_PUSH', parallel: 8, expireSeconds: 60, pollSeconds: 1, keepDays: 1 },
  NOTIFICATION_SNOOZE: { ...LIGHT, queue: 'NOTIFICATION_SNOOZE', parallel: 2, expireSeconds: 60, pollSeconds: 5, keepDays: 2 },
  NOTIFICATION_UPKEEP: { ...LIGHT, queue: 'NOTIFICATION_UPKEEP' },
  // What fails is tried again by its own plan; an endpoint that is slow keeps few others waiting.
  WEBHOOK: { ...LIGHT, queue: 'WEBHOOK', parallel: 4, expireSeconds: 120, retries: 2, pollSeconds: 2, keepDays: 2 },
  WEBHOOKS_DUE: { ...LIGHT, queue: 'WEBHOOKS_DUE' },
  WEBHOOK_UPKEEP: { ...LIGHT, queue: 'WEBHOOK_UPKEEP' },
}

/** Returns the kind of the name, or null: one of another version. */
export function kindOf(name: string): JobKind | null {
  return JOB_KINDS.find((one) => one === name) ?? null
}

/** Returns the names of all queues, without that of dead jobs. */
export function queueNames(): readonly string[] {
  return [...new Set(JOB_KINDS.map((kind) => JOB_POLICIES[kind].queue))]
}
