const known = new WeakMap<object, string>()

/** Keeps a value's JSON with it: it must not change anymore. */
export function rememberJson(value: object): string {
  const json = JSON.stringify(value)
  known.set(value, json)
  return json
}

/** As `JSON.stringify`, where values of a list whose JSON is known are not written once more. */
export function toJson(output: unknown): string {
  if (!Array.isArray(output)) return JSON.stringify(output)
  const items = output.map((item: unknown) => known.get(item as object) ?? JSON.stringify(item) ?? 'null')
  return `[${items.join(',')}]`
}
