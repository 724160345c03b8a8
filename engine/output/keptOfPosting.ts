/** Units of a reason. */
type Reason = { readonly units: number }
/** A quantity of a material, of a batch or of none. */
type Consumption<Batch> = { readonly quantity: number; readonly batchId: Batch | null }

/** Returns the reasons as far as there are rejects for them, in their sequence (domain.md O-12). */
export function keptReasons<T extends Reason>(reasons: readonly T[], rejected: number): readonly T[] {
  let left = rejected
  return reasons.flatMap((reason) => {
    const units = Math.min(reason.units, left)
    left = Math.round((left - units) * 1000) / 1000
    return units > 0 ? [{ ...reason, units }] : []
  })
}

/**
 * Returns what other units consume in proportion (domain.md O-12): of fewer ones less of each batch, of more ones also what no batch is named for, after
 * the named ones.
 */
export function keptConsumptions<Batch, T extends Consumption<Batch>>(
  consumptions: readonly T[],
  before: number,
  now: number,
): readonly T[] {
  if (before <= 0 || now === before) return consumptions
  const scaled = (quantity: number, factor: number) => Math.round(quantity * factor * 1e6) / 1e6
  if (now < before)
    return consumptions.map((one) => ({ ...one, quantity: scaled(one.quantity, now / before) })).filter(({ quantity }) => quantity > 0)
  const more = consumptions.map((one) => ({ ...one, batchId: null, quantity: scaled(one.quantity, (now - before) / before) }))
  return [...consumptions, ...more.filter(({ quantity }) => quantity > 0)]
}
