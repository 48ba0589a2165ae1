import { useParams } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { toProblem } from '../api/problem.ts'
import { newsletterApi } from '../features/newsletter/newsletter.api.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { EmptyState } from '../ui/controls/EmptyState.tsx'
import { toast } from '../ui/overlays/toast.ts'

/**
 * Renders `/newsletter/:token/confirm`. It requires a button press: mail scanners open every link.
 */
export function ConfirmSubscriptionPage() {
  const token = useParams().token ?? ''
  const [confirmSubscription, { data, error, isLoading }] = newsletterApi.useConfirmSubscriptionMutation()
  const isNotFound = error !== undefined && toProblem(error).status === 404

  async function handleClick() {
    const { error } = await confirmSubscription({ params: { token } })
    if (error && toProblem(error).status !== 404) toast.error(toProblem(error).message)
  }

  return (
    <div className="page max-w-[720px]! py-16">
      <Card role="status">
        {data ? (
          <EmptyState
            as="h1"
            title="You’re subscribed"
            text="We’ll send our next newsletter to this address. Each one has a link to unsubscribe."
            action={<LinkButton to="/">Go to the home page</LinkButton>}
          />
        ) : isNotFound ? (
          <EmptyState
            as="h1"
            title="This link doesn’t work anymore"
            text="It was for an address that unsubscribed, or it is more than seven days old. You can subscribe again at any time."
            action={<LinkButton to={`${pages.home.path}#newsletter`}>Subscribe again</LinkButton>}
          />
        ) : (
          <EmptyState
            as="h1"
            title="Get the Kerblight newsletter?"
            text="Occasional news about cars on Kerblight. Unsubscribe anytime."
            action={
              <Button loading={isLoading} onClick={() => void handleClick()}>
                Confirm subscription
              </Button>
            }
          />
        )}
      </Card>
    </div>
  )
}
