import { BadgeCheck } from 'lucide-react'
import { toProblem } from '../../api/problem.ts'
import { signedIn } from '../../session/session.slice.ts'
import { useMe } from '../../session/use-session.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toast.ts'
import { useUpdateMeMutation } from './account.api.ts'

/** What the account is; a buyer who never chose, such as one from Google, may become a seller once. */
export function AccountType() {
  const me = useMe()
  const dispatch = useAppDispatch()
  const [updateMe, { isLoading }] = useUpdateMeMutation()
  const mayBecomeSeller = !me.isSeller && !me.accountChosen

  async function handleBecomeSeller() {
    const isSure = await confirm({
      title: 'Become a seller?',
      text: 'You’ll be able to list cars and keep buying. You can’t switch back.',
      confirmLabel: 'Become a seller',
      tone: 'primary',
    })
    if (!isSure) return
    const { data, error } = await updateMe({ body: { account: 'seller' } })
    if (error) return toast.error(toProblem(error).message)
    dispatch(signedIn(data))
    toast.success('You’re a seller now')
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
      {mayBecomeSeller ? (
        <>
          <p className="text-muted">
            Have a car to sell? With a seller account, you can list cars and keep track of your sales.
          </p>
          <Button variant="secondary" loading={isLoading} onClick={() => void handleBecomeSeller()}>
            Become a seller
          </Button>
        </>
      ) : (
        <p className="text-muted">
          You chose this when you signed up. It can’t be changed.
          {!me.isSeller && !me.isAdmin && ' To sell a car, create a seller account with another email.'}
        </p>
      )}
    </div>
  )
}
