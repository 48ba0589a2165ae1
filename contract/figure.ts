const grouped = new Intl.NumberFormat('en-US')

/** `1,000` */
export function figure(value: number | bigint): string {
  return grouped.format(value)
}

/** '1 car', '12 cars', '1,204 cars' */
export function countOf(count: number, noun: string): string {
  return `${figure(count)} ${count === 1 ? noun : `${noun}s`}`
}
