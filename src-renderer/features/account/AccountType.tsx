import { BadgeCheck } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { toProblem } from '../../api/problem.ts'
import { signedIn } from '../../session/session.slice.ts'
import { useMe } from '../../session/use-session.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useUpdateMeMutation } from './account.api.ts'

/** Shows the account type and lets a buyer start selling. */
export function AccountType() {
  const me = useMe()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [updateMe, { isLoading }] = useUpdateMeMutation()

  async function handleStartSelling() {
    const isSure = await confirm({
      title: 'Start selling?',
      text: 'You’ll be able to list cars and keep buying. You can’t switch back.',
      confirmLabel: 'Start selling',
      tone: 'primary',
    })
    if (!isSure) return
    const { data, error } = await updateMe({ body: { account: 'seller' } })
    if (error) return toast.error(toProblem(error).message)
    dispatch(signedIn(data))
    toast.success('You’re a seller now', { detail: 'Your purchases, reviews, and reports stay here.' })
    await navigate(pages.addCar.path)
  }

  return (
    <div className="flex flex-col items-start gap-4">
      <p className="flex flex-wrap gap-2">
        <Badge tone="primary">{me.isSeller ? 'Seller' : 'Buyer'}</Badge>
        {me.isAdmin && <Badge tone="accent">Admin</Badge>}
        {me.isSeller && me.verified && (
          <Badge tone="success">
            <BadgeCheck aria-hidden="true" className="size-4" />
            Verified
          </Badge>
        )}
      </p>
      {me.isSeller ? (
        <p className="text-muted">You can list cars and buy cars with this account.</p>
      ) : (
        <>
          <p className="text-muted">
            Have a car to sell? This account can list cars too, and you keep what you have here.
          </p>
          <Button variant="secondary" loading={isLoading} onClick={() => void handleStartSelling()}>
            Start selling
          </Button>
        </>
      )}
    </div>
  )
}
