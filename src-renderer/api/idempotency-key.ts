import { useState } from 'react'

/**
 * Returns a function that creates the idempotency key for saving a form. The same content gets the same key,
 * so a retry after a lost response does not save it twice. Changed content gets a new key, because the server
 * rejects a known key with different content.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const [keyOf] = useState(createIdempotencyKeys)
  return keyOf
}

/** Creates the function that `useIdempotencyKey` returns, for use outside components. */
export function createIdempotencyKeys(): (body: unknown) => string {
  let last = { content: '', key: '' }
  return (body) => {
    const content = JSON.stringify(body)
    if (content !== last.content) last = { content, key: newKey() }
    return last.key
  }
}

function newKey(): string {
  // Browsers offer `randomUUID` only over HTTPS and on localhost.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
