/** The state of a navigation to the search, whose words somebody has just typed. */
export const typedWords = { isTyped: true }
