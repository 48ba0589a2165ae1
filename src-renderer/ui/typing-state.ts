/** The navigation state for the search page if the search text was just typed. */
export const typingState = { isTyped: true }
