/**
 * An SDK object as API v2 sends it: optional parts are present, and null if they are unset or not requested.
 */
export type Complete<T> = T extends readonly (infer Item)[]
  ? Complete<Item>[]
  : T extends object
    ? { [K in keyof Required<T>]: CompleteValue<T[K]> }
    : T

type CompleteValue<V> = undefined extends V ? Complete<Exclude<V, undefined>> | null : Complete<V>
