import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { hasVisibleChange, visibleOfView } from '#engine/workCenter/visibleChange.ts'

/** Changes of a company are handed on at once, then gathered for this long. */
export const FRAME_MS = 50
/** A changed status ends the frame this soon after the one before: half of what a screen needs to draw one. */
export const STATUS_FRAME_MS = 8

export type LiveListener = (changed: readonly LiveWorkCenter[]) => void

/** Who knows how every work center is now, in one process. */
export type LiveBus = {
  publish(live: LiveWorkCenter): void
  /** The same where nobody looks: the view is made when somebody asks. */
  publishLater(companyId: CompanyId, workCenterId: WorkCenterId, make: () => LiveWorkCenter): void
  /** Whether somebody hears of the company's work centers. */
  isWatched(companyId: CompanyId): boolean
  latest(companyId: CompanyId, workCenterId: WorkCenterId): LiveWorkCenter | undefined
  all(companyId: CompanyId): readonly LiveWorkCenter[]
  /** Takes a work center that is gone out of the picture. */
  forget(companyId: CompanyId, workCenterId: WorkCenterId): void
  /** Calls the listener once a frame with the latest of each work center that changed; returns how to stop it. */
  subscribe(companyId: CompanyId, listener: LiveListener): () => void
}

type CompanyView = {
  readonly latest: Map<WorkCenterId, LiveWorkCenter>
  /** Views that are not made yet; newer than the latest. */
  readonly unmade: Map<WorkCenterId, () => LiveWorkCenter>
  readonly pending: Map<WorkCenterId, LiveWorkCenter>
  readonly listeners: Set<LiveListener>
  frame: NodeJS.Timeout | null
  frameBegan: number
  isUrgent: boolean
}

/**
 * Returns a bus that keeps the latest view of each work center and hands changes on: the first at once, figures then each 50 ms, a changed
 * status without waiting for them.
 */
export function createLiveBus(): LiveBus {
  const companies = new Map<CompanyId, CompanyView>()
  return {
    publish(live) {
      const company = viewOf(companies, live.companyId)
      const before = company.latest.get(live.workCenterId)
      company.latest.set(live.workCenterId, live)
      company.unmade.delete(live.workCenterId)
      if (company.listeners.size === 0) return
      company.pending.set(live.workCenterId, live)
      if (company.frame === null) beginFrame(company)
      else if (!company.isUrgent && hasVisibleChange(before === undefined ? null : visibleOfView(before), visibleOfView(live)))
        hurryFrame(company)
    },
    publishLater: (companyId, workCenterId, make) => void viewOf(companies, companyId).unmade.set(workCenterId, make),
    isWatched: (companyId) => (companies.get(companyId)?.listeners.size ?? 0) > 0,
    latest(companyId, workCenterId) {
      const company = companies.get(companyId)
      if (company !== undefined) makeView(company, workCenterId)
      return company?.latest.get(workCenterId)
    },
    all(companyId) {
      const company = companies.get(companyId)
      for (const workCenterId of [...(company?.unmade.keys() ?? [])]) if (company !== undefined) makeView(company, workCenterId)
      return [...(company?.latest.values() ?? [])]
    },
    forget(companyId, workCenterId) {
      companies.get(companyId)?.latest.delete(workCenterId)
      companies.get(companyId)?.pending.delete(workCenterId)
      companies.get(companyId)?.unmade.delete(workCenterId)
    },
    subscribe(companyId, listener) {
      const company = viewOf(companies, companyId)
      company.listeners.add(listener)
      return () => void company.listeners.delete(listener)
    },
  }
}

/** What is published in the same turn (a batch of devices) goes out together. */
function beginFrame(company: CompanyView): void {
  company.isUrgent = false
  company.frameBegan = performance.now()
  company.frame = setTimeout(() => endFrame(company), FRAME_MS)
  company.frame.unref()
  queueMicrotask(() => handOn(company))
}

/** Ends the running frame early, yet not so early that a busy company gets a frame for every change. */
function hurryFrame(company: CompanyView): void {
  company.isUrgent = true
  if (company.frame !== null) clearTimeout(company.frame)
  company.frame = setTimeout(() => endFrame(company), Math.max(0, company.frameBegan + STATUS_FRAME_MS - performance.now()))
  company.frame.unref()
}

function endFrame(company: CompanyView): void {
  company.frame = null
  if (company.pending.size > 0) beginFrame(company)
}

function handOn(company: CompanyView): void {
  if (company.pending.size === 0) return
  const changed = [...company.pending.values()]
  company.pending.clear()
  for (const listener of company.listeners) listener(changed)
}

function makeView(company: CompanyView, workCenterId: WorkCenterId): void {
  const make = company.unmade.get(workCenterId)
  if (make === undefined) return
  company.unmade.delete(workCenterId)
  company.latest.set(workCenterId, make())
}

function viewOf(companies: Map<CompanyId, CompanyView>, companyId: CompanyId): CompanyView {
  const present = companies.get(companyId)
  if (present) return present
  const added: CompanyView = {
    latest: new Map(),
    unmade: new Map(),
    pending: new Map(),
    listeners: new Set(),
    frame: null,
    frameBegan: 0,
    isUrgent: false,
  }
  companies.set(companyId, added)
  return added
}
