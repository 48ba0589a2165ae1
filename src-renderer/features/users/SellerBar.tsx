import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '../../../contract/count-of.ts'
import type { User } from '../../../contract/users.ts'
import { Button } from '../../ui/Button.tsx'
import type { ShownSelection } from '../../ui/selection.ts'
import { SelectionBar } from '../../ui/SelectionBar.tsx'
import { useVerification } from './use-verification.tsx'

/** What can be done to the selected sellers. */
export function SellerBar({ selection }: { selection: ShownSelection<User> }) {
  const { verify } = useVerification()
  const [isBusy, setBusy] = useState(false)
  const sellers = selection.items

  async function handleVerify() {
    setBusy(true)
    await verify(sellers)
    setBusy(false)
  }

  return (
    <SelectionBar selection={selection} noun="seller">
      <Button size="small" loading={isBusy} onClick={() => void handleVerify()}>
        <BadgeCheck aria-hidden="true" />
        Verify {countOf(sellers.length, 'seller')}
      </Button>
    </SelectionBar>
  )
}
