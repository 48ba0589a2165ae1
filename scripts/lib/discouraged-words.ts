/** Words that have a standard equivalent, listed in docs/developers/style.md. */
const patterns = [
  /\bwhom?ever\b/i,
  /\b(somebody|nobody|everybody)\b/i,
  /\b(every|any)(one|body) who\b/i,
  /\b(beside|alone|meanwhile|kept)\b/i,
  /\bat once\b/i,
  /\bby (itself|themselves)\b/i,
  /\bbut for\b/i,
  /\bbe it\b/i,
  /\b(tell|tells|told|telling|say|says|said|saying)\b/i,
  /\blet(s|ting)? go\b/i,
  /\b(mend(s|ed|ing)?|spared?|spares|reckon(s|ed)?)\b/i,
  /\bthat (is|are) there\b/i,
  /\bthere (is|are) none\b/i,
  /\b(goes|go|went|going) on\b/i,
  /\bas (it|they) (is|was|are|were)\b/i,
  /\bstand(s|ing)? (in|on|above|below|before|behind|at)\b/i,
  /\b(spine|seams?)\b/i,
  /\bwhat (is|was|are|were) (asked|there|known|left|written|read|sent|shown|new|old|due|wrong|missing|needed|open)\b/i,
  /\bthe middle of (three|five|\w+ runs)\b/i,
  /\bgiven (up|back)\b|\btaken back\b/i,
  /\b(which|what|where)ever\b/i,
  /\bhowever (often|many|much|long|late|far|old|few|large|small)\b/i,
  /\d %/,
]

/** Returns the words of a text that the style guide replaces. Code and quotations are exempt. */
export function findDiscouragedWords(text: string): string[] {
  const prose = removeQuotes(text)
  return patterns.flatMap((pattern) => pattern.exec(prose)?.[0] ?? [])
}

/** Returns a text without code, URLs, and quotations of the product's strings. */
export function removeQuotes(text: string): string {
  return text
    .replace(/`[^`]*`/g, 'X')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/https?:\/\/\S+/g, 'X')
    .replace(/“[^”]*”|"[^"]*"|‘[^’]{2,}’/g, 'X')
}
