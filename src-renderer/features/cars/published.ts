import { useLocation } from 'react-router-dom'

/** The state of the page that follows the first publication of a car. */
export interface Published {
  published: { id: string; name: string }
}

/** Returns the car whose first publication led to this page. */
export function usePublished(): Published['published'] | null {
  const { state } = useLocation() as { state: Partial<Published> | null }
  return state?.published ?? null
}
