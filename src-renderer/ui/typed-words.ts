/** The navigation state for the search page that indicates that the user has just typed the search text. */
export const typedWords = { isTyped: true }
