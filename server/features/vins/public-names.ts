/** Names that contain a slash but are not a list. */
const WITH_SLASH = /\b(C\/K|R\/T|SX\/4|X 1\/9)(?!\w)/g
const LIST = /[/,;&]|\bor\b|\s-\s/i

/**
 * Returns a model's public name. In a list of alternatives, it is the name that all others extend, such as
 * `Caravan` in `Caravan/Grand Caravan`. Returns null if no such name exists.
 */
export function toPublicModelName(text: string): string | null {
  const name = removeRemarks(text)
  if (!isList(name)) return name || null
  const names = name.split(/[/,;]/).map((part) => part.trim())
  const [shortest = ''] = [...names].sort((a, b) => a.length - b.length)
  const isFamily =
    /^[A-Z]\D{3}/.test(shortest) && names.every((other) => padName(other).includes(padName(shortest)))
  return isFamily && !isList(shortest) ? shortest : null
}

/**
 * Returns a trim level's public name without its equipment, or null for a list of alternatives, an internal
 * code, or a placeholder.
 */
export function toPublicTrim(text: string): string | null {
  const [level = ''] = removeRemarks(text).split(/ ?\bw\//)
  const [base = '', ...equipment] = level.split('+').map((part) => part.trim())
  if (equipment.some((part) => part !== '')) return WHOLE_WORDS.test(base) ? base : null
  const name = level.replace(/^Grade: /i, '').replace(/ (grade|level)$/i, '')
  if (name !== level && INTERNAL_GRADE.test(name)) return null
  return name === '' || isList(name.replace(/\band\b/i, '/')) || INTERNAL.test(name) ? null : name
}

/** Matches whole words, such as `Limited` in `Limited+L+KA`, but not the abbreviation `Prm`. */
const WHOLE_WORDS = /^(WRX|STI|[A-Z][a-z]{3,})( [A-Z][a-z]{3,})*$/
/** Matches a manufacturer's internal grade letter, such as `N Grade`. */
const INTERNAL_GRADE =
  /^(\w|base|core|delux|low|basic|top|(middle|mid)?-?(low|high|middle|mid|up)|(sedan|wave) .*)$/i
/** Matches internal remarks, such as `Cab Type N/A`, `with Sunroof`, `TBD`, and `Level 2 - Base`. */
const INTERNAL =
  /\bwith(out)?\b|\b(TBD|cab type|grade|level|seats?|seater|seating|doors?)\b|^(NA|none|body)\b/i

/** Removes remarks in parentheses, as in `Giulia (952)` and `LE (X Grade)`. */
function removeRemarks(text: string): string {
  return text
    .replace(/\([^()]*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function isList(name: string): boolean {
  return LIST.test(name.replace(WITH_SLASH, ''))
}

function padName(name: string): string {
  return ` ${name.toLowerCase()} `
}
