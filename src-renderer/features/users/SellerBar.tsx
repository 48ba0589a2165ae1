import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '../../../contract/count-of.ts'
import { strings } from '../../../contract/strings.ts'
import type { User } from '../../../contract/users.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import type { ShownSelection } from '../../ui/selection.ts'
import { SelectionBar } from '../../ui/SelectionBar.tsx'
import { useVerifySellerMutation } from './users.api.ts'

/** What can be done to the selected sellers. */
export function SellerBar({ selection }: { selection: ShownSelection<User> }) {
  const [verifySeller] = useVerifySellerMutation()
  const [isBusy, setBusy] = useState(false)
  const sellers = selection.items

  async function handleVerify() {
    setBusy(true)
    let verified = 0
    for (const { _id, fullName } of sellers) {
      const { error } = await verifySeller({ params: { id: _id } })
      if (error) toast.error(`${fullName}: ${toProblem(error).message}`)
      else verified += 1
    }
    setBusy(false)
    if (verified === 1 && sellers.length === 1) toast.success(strings.users.verified(sellers[0]!.fullName))
    else if (verified > 0) toast.success(`${verified} sellers are now verified`)
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
