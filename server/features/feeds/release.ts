/** Counts up with what feeds say, or leave out, otherwise than before: receivers fetch them anew, and cars are checked anew. */
export const RELEASE = 4
