/** What reports tell; their numbers in the API are their places, from 1. VIEW = a saved view of analytics (N-12), ENERGY = what was used and what it cost. */
export const REPORT_TYPES = ['GENERAL', 'DOWNTIME', 'LOSSES', 'SHIFT', 'VIEW', 'ENERGY'] as const
export type ReportType = (typeof REPORT_TYPES)[number]

/** How files of reports are written. */
export const REPORT_FORMATS = ['PDF', 'XLSX', 'CSV'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** How often a subscription is sent. */
export const PERIODICITIES = ['BY_SHIFTS', 'DAILY', 'MONTHLY', 'WEEKLY'] as const
export type Periodicity = (typeof PERIODICITIES)[number]
