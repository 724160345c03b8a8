/**
 * Branded identifiers: a work center id cannot be passed where a sensor id is meant. The brand exists only in the type; at run time an id is a plain
 * number or string.
 */
declare const brand: unique symbol
export type Brand<T, Name extends string> = T & { readonly [brand]: Name }

/** Five capital letters or digits, e.g. `DEFLT`. Also the tenant schema code of the API. */
export type CompanyId = Brand<string, 'CompanyId'>
export type UserId = Brand<string, 'UserId'>
/** A guid, as in `/boxes/{deviceId}`. */
export type DeviceId = Brand<string, 'DeviceId'>
export type WorkCenterId = Brand<number, 'WorkCenterId'>
export type SensorId = Brand<number, 'SensorId'>
export type StatusRuleId = Brand<number, 'StatusRuleId'>
export type LossReasonId = Brand<number, 'LossReasonId'>
export type LossAnnotationId = Brand<number, 'LossAnnotationId'>
export type JobOrderId = Brand<number, 'JobOrderId'>
export type ItemId = Brand<number, 'ItemId'>
export type BatchId = Brand<number, 'BatchId'>
export type StockId = Brand<number, 'StockId'>
export type ContainerId = Brand<number, 'ContainerId'>

/** Returns the value branded as the id type that the caller names; only for values that were read from the store or checked at the edge. */
export function asId<Id extends Brand<string | number, string>>(value: Id extends string ? string : number): Id {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand has no run-time form to check
  return value as unknown as Id
}
