import type { Audit } from '#server/testing/faultPlant.ts'

/** Prints what became of acknowledged messages after the fault. */
export function printAudit(fault: string, { acknowledged, lost, doubled, wrongFacts }: Audit): void {
  const value = { bench: `faults: ${fault}`, value: lost, unit: 'acknowledged readings lost', limit: 0, doubled, wrongFacts, acknowledged }
  console.log(JSON.stringify(value))
}
