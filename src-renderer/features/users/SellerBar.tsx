import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { strings } from '../../../contract/strings.ts'
import type { User } from '../../../contract/users.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import type { Selection } from '../../ui/use-selection.ts'
import { useVerifySellerMutation } from './users.api.ts'

/** What can be done to the selected sellers. */
export function SellerBar({ selection }: { selection: Selection<User> }) {
  const [verifySeller] = useVerifySellerMutation()
  const [isBusy, setBusy] = useState(false)
  const sellers = selection.items
  const count = sellers.length === 1 ? '1 seller' : `${sellers.length} sellers`

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
    else if (verified > 0) toast.success(`${verified} sellers are verified now`)
  }

  if (sellers.length === 0) return null
  return (
    <section aria-label="Selected sellers" className="bulk-bar card flex flex-wrap items-center gap-2 p-3">
      <p className="mr-auto px-2 text-small font-semibold">{count} selected</p>
      <Button size="small" loading={isBusy} onClick={() => void handleVerify()}>
        <BadgeCheck aria-hidden="true" />
        Verify {count}
      </Button>
      <Button variant="ghost" size="small" onClick={selection.clear}>
        Clear selection
      </Button>
    </section>
  )
}
