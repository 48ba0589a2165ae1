/** The window's event for a call that succeeded after others had failed to reach the server. */
export const REACHED = 'reached'
