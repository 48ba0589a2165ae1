const grouped = new Intl.NumberFormat('en-US')

/** Returns a number with thousands separators, such as `1,000`. */
export function formatNumber(value: number | bigint): string {
  return grouped.format(value)
}

/** Returns a count with its noun, such as '1 car', '12 cars', or '1,204 cars'. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`
}
