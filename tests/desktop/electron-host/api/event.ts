/** Creates an event whose default a listener may prevent. `fields` are its additional fields. */
export function createPreventableEvent<T extends object>(fields: T) {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return event
}
