/** The state of a navigation to the search page if the user has just typed the search text. */
export const typedWords = { isTyped: true }
