const deadline = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** Formats a time within the next few months as `Sat, Nov 29, 3:00 PM`, in the reader's time zone. */
export function formatDeadline(at: string): string {
  return deadline.format(new Date(at))
}
