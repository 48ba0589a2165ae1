const grouped = new Intl.NumberFormat('en-US')

/** `1,000` */
export function figure(value: number | bigint): string {
  return grouped.format(value)
}
