import { useState } from 'react'
import { platform } from '../../platform/current.ts'
import { useMe } from '../../session/use-session.ts'

const KEY = 'kerblight.dealer-fields'

interface DealerFields {
  /** True if the form asks for data that only dealers have, such as stock numbers. */
  isDealer: boolean
  /** Shows the dealers' fields permanently in this browser. */
  showAll: () => void
}

/**
 * Distinguishes dealers from private sellers, whose form is shorter. Verified sellers, admins, and users of
 * the console count as dealers.
 */
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
        // Storage is blocked, so the choice applies to this page only.
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
