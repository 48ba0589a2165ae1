import { useState } from 'react'
import { platform } from '../../platform/current.ts'
import { useMe } from '../../session/use-session.ts'

const KEY = 'kerblight.dealer-fields'

interface DealerFields {
  /** True to show fields that only dealers need, such as the stock number. */
  isDealer: boolean
  /** Shows the dealer fields permanently in this browser. */
  showAll: () => void
}

/**
 * Distinguishes dealers from private sellers, who get a shorter form. Verified sellers, admins, and console
 * users count as dealers.
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
        // Without storage, the choice applies to this page only.
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
