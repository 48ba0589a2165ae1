/** An event on the window: a call came through again after others did not. */
export const REACHED = 'reached'
