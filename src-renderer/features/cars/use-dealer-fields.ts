import { useState } from 'react'
import { platform } from '../../platform/current.ts'
import { useMe } from '../../session/use-session.ts'

const KEY = 'kerblight.dealer-fields'

interface DealerFields {
  /** Whether the form asks for what dealers alone keep, such as stock numbers. */
  isDealer: boolean
  /** Asks for it from now on, in this browser. */
  showAll: () => void
}

/** Tells dealers, who are verified, moderate, or work in the console, from private sellers, whose form is shorter. */
export function useDealerFields(): DealerFields {
  const { verified, isAdmin } = useMe()
  const [isChosen, setChosen] = useState(readChoice)
  return {
    isDealer: verified || isAdmin || platform.density === 'compact' || isChosen,
    showAll() {
      setChosen(true)
      try {
        localStorage.setItem(KEY, '1')
      } catch {
        // Storage is blocked: the choice holds for this page.
      }
    },
  }
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}
