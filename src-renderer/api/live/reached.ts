/** Name of the window event for the first successful call after the server was unreachable. */
export const REACHED = 'reached'
