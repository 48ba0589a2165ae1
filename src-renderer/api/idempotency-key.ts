import { useState } from 'react'

/**
 * The key of a form's save: the same for the same content, so that a repeat after a lost answer does not save it twice;
 * another one once something was changed, since the server refuses a key that comes with something else.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const [keyOf] = useState(createIdempotencyKeys)
  return keyOf
}

/** Without a component, for the hook above. */
export function createIdempotencyKeys(): (body: unknown) => string {
  let last = { content: '', key: '' }
  return (body) => {
    const content = JSON.stringify(body)
    if (content !== last.content) last = { content, key: newKey() }
    return last.key
  }
}

function newKey(): string {
  // Not randomUUID: browsers offer it over https and on localhost only.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
