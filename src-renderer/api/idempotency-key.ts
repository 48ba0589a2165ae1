import { useState } from 'react'

/**
 * Returns a function that creates the idempotency key for saving a form. The same content gets the
 * same key, so a retry after a lost response does not save it twice. Changed content gets a new
 * key: the server rejects a known key with different content.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const [keyOf] = useState(createIdempotencyKeys)
  return keyOf
}

/** Like `useIdempotencyKey`, for use outside components. */
export function createIdempotencyKeys(): (body: unknown) => string {
  let lastSaved = { content: '', key: '' }
  return (body) => {
    const content = JSON.stringify(body)
    if (content !== lastSaved.content) lastSaved = { content, key: newKey() }
    return lastSaved.key
  }
}

function newKey(): string {
  // Browsers offer `randomUUID` only over HTTPS and on localhost.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
