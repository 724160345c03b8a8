/** The theme's colours of the lines of a signal chart, in the order of its series. */
export const SIGNAL_LINES = ['--accent', '--status-setup', '--status-idle'] as const
