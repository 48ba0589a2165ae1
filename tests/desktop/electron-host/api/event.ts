/** Creates an event that a listener may prevent. `fields` are the event's own fields. */
export function preventable<T extends object>(fields: T) {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return event
}
