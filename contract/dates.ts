/** The spec's date text (section 3): day/month/year in UTC, without zero padding, such as `7/3/2026`. */
export function dayMonthYear(at: Date | string | number): string {
  const date = new Date(at)
  return `${date.getUTCDate()}/${date.getUTCMonth() + 1}/${date.getUTCFullYear()}`
}
