export type PageViewOptions = {
  /** Empty = page views are reported to nobody. */
  readonly analyticsId: string
  /** Names this browser to the service and nothing else. */
  readonly visitorId: () => string
  readonly language: () => string
  readonly origin: string
  readonly send: (url: string) => void
}

/** The collecting address of the service; no script of it is ever loaded. */
const COLLECT = 'https://www.google-analytics.com/g/collect'

/**
 * Returns the function that reports page views (spec 000 §2, Navigation rules), or null while the analytics id is empty. Reports routes only: ids
 * and names of the company stay here.
 */
export function createPageViews(options: PageViewOptions): ((route: string) => void) | null {
  if (options.analyticsId === '') return null
  return (route) => {
    const query = new URLSearchParams({
      v: '2',
      tid: options.analyticsId,
      cid: options.visitorId(),
      en: 'page_view',
      dl: options.origin + route,
      ul: options.language(),
    })
    options.send(`${COLLECT}?${query.toString()}`)
  }
}
