/** Name of the window event that reports the first successful call after the server was unreachable. */
export const REACHED = 'reached'
