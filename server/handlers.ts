import type { Handlers } from './http/handler.ts'

/** Every endpoint's handler; one that is missing does not compile. */
export const handlers = {} as Handlers
