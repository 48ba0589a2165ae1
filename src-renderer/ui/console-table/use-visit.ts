import { useLocation } from 'react-router-dom'

/** What was noted on visits to pages, for whoever comes back to one of them; the newest last. */
const visits = new Map<string, string>()
const MAX_VISITS = 200

/** A note that is there again when one goes back to the visit, and not on another. Reloading forgets it. */
export function useVisit(name: string): { noted: string | undefined; note: (value: string) => void } {
  const key = `${useLocation().key} ${name}`
  return {
    noted: visits.get(key),
    note(value) {
      visits.delete(key)
      visits.set(key, value)
      if (visits.size > MAX_VISITS) visits.delete(visits.keys().next().value!)
    },
  }
}
