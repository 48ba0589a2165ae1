import './name-list.css'

interface NameListProps {
  /** What they are, for screen readers: 'Cars to delete'. */
  label: string
  names: readonly string[]
}

/** Names a line each, however many; what doesn't fit is scrolled to, by keys too. */
export function NameList({ label, names }: NameListProps) {
  return (
    <ul aria-label={label} tabIndex={reachedByKeys} className="name-list">
      {names.map((name, place) => (
        <li key={place}>{name}</li>
      ))}
    </ul>
  )
}

/** What scrolls has to be reached by keys, be it nothing to press (WCAG 2.2, 2.1.1). */
const reachedByKeys = 0
