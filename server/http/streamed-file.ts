import { createHash } from 'node:crypto'

/** A tag, in quotes, of a file that is written as it is asked for. @param standsOn all that decides what is in it */
export function tagOf(standsOn: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(standsOn)).digest('base64url')
  return `"${digest.slice(0, 22)}"`
}

/** In place of a file that isn't sent. */
export async function* nothing(): AsyncGenerator<string> {}
