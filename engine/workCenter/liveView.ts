import { seededNames } from '#engine/company/seededNames.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import { presentFold, type EngineState } from '#engine/advance.ts'
import type { LossInterval, ShiftRecord } from '#engine/facts.ts'
import { epochAt, type CompiledSetup } from '#engine/fold/compiledSetup.ts'
import type { Fold } from '#engine/fold/fold.ts'
import { loadValue, powerValue } from '#engine/energy/powerReading.ts'
import { pulseWait } from '#engine/fold/pulsePatience.ts'
import { onlineKpisOf } from '#engine/oee/onlineOee.ts'
import { roundCount } from '#engine/output/outputCount.ts'
import { currentState } from '#engine/status/currentState.ts'
import { meaningOf } from '#engine/status/ruleSet.ts'
import { stopLook } from '#engine/loss/stopLook.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { liveTarget } from './liveTarget.ts'
import type { LiveWorkCenter } from './liveWorkCenter.ts'
import type { ElectricalSetup, WorkCenterSetup } from './workCenterSetup.ts'

/** Returns the work center as of `now`, from `project`, in the shape of hub and API. */
export function liveView(state: EngineState, now: number, setup: WorkCenterSetup): LiveWorkCenter {
  const fold = presentFold(state, now, setup)
  const { compiled } = fold
  const load = loadValue(fold.sensors, electricalAt(compiled, now))
  const status = statusView(fold, Math.max(now, state.at ?? now))
  const shift = shiftView(compiled, now)
  const present = fold.windows.at(-1)
  const record = fold.rows.shifts.findLast((row) => row.shift.start === shift?.start)
  return {
    companyId: setup.companyId,
    workCenterId: setup.workCenterId,
    deviceId: setup.deviceId,
    at: now,
    lastSampleAt: state.at,
    reportPeriodMs: setup.reportMode === 'PERIODIC' ? setup.nominalPeriodMs : null,
    state: stateView(fold, status, load?.value ?? null),
    status,
    stop: stopView(fold),
    reasonNames: reasonNamesView(fold),
    shift,
    seededNames: seededNamesView(setup.companyId, status?.name, shift?.name),
    oee: record ? oeeView(record, setup) : null,
    output: record && present ? { ...roundCount(record.terms.output), ...liveTarget(record, present.tally, compiled) } : null,
    unclassifiedLossCount: present?.shift ? present.unclassifiedLosses : 0,
    values: valuesView(fold, now),
  }
}

function statusView(fold: Fold, at: number): LiveWorkCenter['status'] {
  const { status, compiled } = fold
  if (!status) return null
  const { isEffective, isScheduledLoss } = meaningOf(epochAt(compiled, at), status)
  const rule = compiled.setup.statusRules.findLast((candidate) => candidate.id === status.ruleId && candidate.validFrom <= at)
  return {
    kind: status.kind,
    noDataCause: status.cause,
    statusRuleId: status.ruleId,
    name: rule?.name ?? null,
    color: rule?.color ?? null,
    isEffective,
    isScheduledLoss,
    since: status.since,
  }
}

/** A stop is planned by the reason that it has now, or without one by its status (domain.md S-4). */
function stateView(fold: Fold, status: LiveWorkCenter['status'], loadPercent: number | null): LiveWorkCenter['state'] {
  if (!status) return null
  const { compiled } = fold
  const loss = openStop(fold)
  const reason = loss?.reasonId != null ? compiled.losses.reasons.get(loss.reasonId) : undefined
  const isPlanned = reason ? reason.type === 'PLANNED' : (loss ?? status).isScheduledLoss
  const { kind, isEffective } = status
  return currentState({ kind, isEffective, isPlanned, loadPercent, idleLoadThreshold: compiled.setup.electrical.idleLoadThreshold })
}

function openStop({ rows }: Fold): LossInterval | undefined {
  return rows.losses.findLast(({ source, end }) => source === 'STATUS' && end === null)
}

function stopView(fold: Fold): LiveWorkCenter['stop'] {
  const loss = openStop(fold)
  if (!loss) return null
  const { reasonId } = loss
  const { losses, setup } = fold.compiled
  const reason = reasonId === null ? null : (losses.reasons.get(reasonId) ?? null)
  const name = reasonId === null ? null : (setup.losses.reasonNames?.get(reasonId)?.name ?? null)
  return { look: stopLook({ ...loss, reason }), reasonId, reason: name }
}

function reasonNamesView(fold: Fold): LiveWorkCenter['reasonNames'] {
  const reasonId = openStop(fold)?.reasonId ?? null
  const names = reasonId === null ? {} : (fold.compiled.setup.losses.reasonNames?.get(reasonId)?.translations ?? {})
  return Object.fromEntries(Object.entries(names).map(([language, name]) => [language, { name }]))
}

function seededNamesView(
  companyId: string,
  statusName: string | null | undefined,
  shiftName: string | undefined,
): LiveWorkCenter['seededNames'] {
  const [status, shift] = [seededNames(companyId, statusName), seededNames(companyId, shiftName)]
  if (status === null && shift === null) return {}
  const languages = LANGUAGES.filter((language) => language !== 'en')
  return Object.fromEntries(languages.map((one) => [one, { status: status?.[one] ?? null, shift: shift?.[one] ?? null }]))
}

function shiftView(compiled: CompiledSetup, now: number): LiveWorkCenter['shift'] {
  const { shift } = compiled.calendar.windowAt(now)
  if (!shift) return null
  const definition = compiled.setup.schedule
    .findLast((version) => version.validFrom <= shift.start)
    ?.shifts.find((candidate) => candidate.shiftId === shift.shiftId)
  return { ...shift, code: definition?.code ?? '', name: definition?.name ?? '' }
}

function oeeView(record: ShiftRecord, setup: WorkCenterSetup): LiveWorkCenter['oee'] {
  return { ...onlineKpisOf(record.terms, setup.oee), asOf: record.asOf, issues: record.issues }
}

function valuesView(fold: Fold, now: number): LiveWorkCenter['values'] {
  const { sensors, compiled, pulse } = fold
  const electrical = electricalAt(compiled, now)
  const speed = sensors['LINEAR_SPEED'] ?? (pulse && { at: pulse.at, value: isStandingStill(fold, pulse, now) ? 0 : pulse.perMin })
  const shown = {
    POWER: powerValue(sensors, electrical),
    LOAD: loadValue(sensors, electrical),
    SPEED: speed,
    CURRENT: sensors['ELECTRIC_CURRENT'],
    CURRENT_A: sensors['ELECTRIC_CURRENT_A'],
    CURRENT_B: sensors['ELECTRIC_CURRENT_B'],
    CURRENT_C: sensors['ELECTRIC_CURRENT_C'],
    BATTERY_LEVEL: sensors['BATTERY_LEVEL'],
    SIGNAL_LEVEL: sensors['SIGNAL_LEVEL'],
  }
  const values: Record<string, { at: number; value: number | null }> = {}
  for (const [name, reading] of Object.entries(shown)) if (reading) values[name] = { at: reading.at, value: reading.value }
  return values
}

/** The constants in force: the displayed power is the one that decides the status (domain.md E-59). */
function electricalAt(compiled: CompiledSetup, now: number): ElectricalSetup {
  return epochAt(compiled, now).electrical
}

/** Where pulses decide the status, a pending stop means that they are still due; elsewhere they are due for two cycles of the measured speed. */
function isStandingStill({ signal, compiled }: Fold, pulse: { readonly at: number; readonly perMin: number }, now: number): boolean {
  if (epochAt(compiled, now).source === 'SPEED') return signal !== null && signal.stopAt === Infinity
  const cyclesMs = pulse.perMin > 0 ? (2 * MINUTE_MS) / pulse.perMin : 0
  return now >= pulse.at + Math.max(pulseWait(compiled, pulse, now, 0).patienceMs, cyclesMs)
}
