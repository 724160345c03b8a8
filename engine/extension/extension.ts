import type { AbilitySubject } from '#engine/access/abilities.ts'
import type { Problem } from '#engine/result.ts'

/** C = coming, N = new, S = standard (domain.md ST-1). */
export const EXTENSION_MARKERS = ['C', 'N', 'S'] as const
export type ExtensionMarker = (typeof EXTENSION_MARKERS)[number]

export const EXTENSION_IDS = ['CHECKLISTS', 'INTEGRATIONS', 'WEBHOOKS', 'ASSISTANT', 'ENERGY', 'EDGE'] as const
export type ExtensionId = (typeof EXTENSION_IDS)[number]

/** A part of the product that a company switches on and off. */
export type Extension = {
  readonly id: ExtensionId
  readonly name: string
  readonly marker: ExtensionMarker
  /** Areas of the API that belong to it. */
  readonly areas: readonly string[]
  /** Single operations that belong to it, of areas that do not. */
  readonly operations?: readonly string[]
  /** Operations still answered while the extension is off, because other pages need the names. */
  readonly always?: readonly string[]
  /** What nobody of the company may do while it is off. */
  readonly subject: AbilitySubject | null
}

/** The store: what it offers, in its order. What is there already is on until a company switches it off. */
export const EXTENSIONS: readonly Extension[] = [
  { id: 'CHECKLISTS', name: 'Checklists', marker: 'S', areas: ['checklist'], subject: 'CHECKLISTS' },
  { id: 'INTEGRATIONS', name: 'Integrations', marker: 'N', areas: ['integration'], subject: 'INTEGRATIONS' },
  // A rule of notifications names the webhooks that it tells, whether they are sent or not.
  { id: 'WEBHOOKS', name: 'Webhooks', marker: 'S', areas: ['webhook'], always: ['webhooks'], subject: null },
  { id: 'ASSISTANT', name: 'Assistant', marker: 'N', areas: ['assistant'], subject: null },
  // What a machine consumed is measured with the rest of it, and is in its shifts and statistics anyway: what it cost is not.
  {
    id: 'ENERGY',
    name: 'Energy',
    marker: 'S',
    areas: [],
    operations: [
      'deleteEnergyTariff',
      'energyCosts',
      'energyTariffs',
      'lossEnergies',
      'lossEnergy',
      'printEnergyReport',
      'saveEnergyTariff',
      'sendEnergyReport',
    ],
    subject: null,
  },
  { id: 'EDGE', name: 'Edge', marker: 'C', areas: [], subject: null },
]

/** What a company chose, by extension; what is missing is as at first. */
export type ChosenExtensions = ReadonlyMap<string, boolean>

/** Returns whether the extension works for the company: what is coming never does. */
export function isExtensionOn({ id, marker }: Extension, chosen: ChosenExtensions): boolean {
  return marker !== 'C' && (chosen.get(id) ?? true)
}

/** Returns the extension that an operation of the API belongs to, by its name or its area; null = to none. */
export function extensionOf(operation: string, area: string): Extension | null {
  const owns = ({ areas, operations = [], always = [] }: Extension) =>
    operations.includes(operation) || (areas.includes(area) && !always.includes(operation))
  return EXTENSIONS.find(owns) ?? null
}

/** Returns whether the company has the extension on. */
export function isOn(id: ExtensionId, chosen: ChosenExtensions): boolean {
  return EXTENSIONS.some((one) => one.id === id && isExtensionOn(one, chosen))
}

/** Returns the subjects of which the company has switched the extension off. */
export function subjectsOff(chosen: ChosenExtensions): ReadonlySet<AbilitySubject> {
  return new Set(EXTENSIONS.flatMap((one) => (one.subject !== null && !isExtensionOn(one, chosen) ? [one.subject] : [])))
}

/** Returns the extension of the id that may be switched, or why not: unknown, or not there yet. */
export function switchableExtension(id: string): Extension | Problem {
  const extension = EXTENSIONS.find((one) => one.id === id)
  if (extension === undefined) return { code: 'EXTENSION_NOT_FOUND', field: 'id', params: { id } }
  return extension.marker === 'C' ? { code: 'EXTENSION_COMING', field: 'id', params: { id } } : extension
}
