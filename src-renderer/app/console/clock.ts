const hoursAndMinutes = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

/** '09:41', where the console stands. */
export function clock(at: number): string {
  return hoursAndMinutes.format(at)
}
