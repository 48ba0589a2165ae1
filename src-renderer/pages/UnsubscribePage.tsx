import { useParams } from 'react-router-dom'
import { toProblem } from '../api/problem.ts'
import { newsletterApi } from '../features/newsletter/newsletter.api.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { EmptyState } from '../ui/controls/EmptyState.tsx'
import { toast } from '../ui/overlays/toast.ts'

/** Renders `/newsletter/:token`. It requires a button press: mail scanners open every link. */
export function UnsubscribePage() {
  const token = useParams().token ?? ''
  const [unsubscribe, { data, isLoading }] = newsletterApi.useUnsubscribeMutation()

  async function handleClick() {
    try {
      await unsubscribe({ params: { token } }).unwrap()
    } catch (error) {
      toast.error(toProblem(error).message)
    }
  }

  return (
    <div className="page max-w-[720px]! py-16">
      <Card>
        {data ? (
          <div role="status">
            <EmptyState
              as="h1"
              title={
                data.deletedCount > 0
                  ? 'You’re unsubscribed'
                  : 'This link doesn’t match a current subscription'
              }
              text={
                data.deletedCount > 0
                  ? 'No newsletter goes to this address anymore.'
                  : 'Use the link in your newest newsletter.'
              }
              action={<LinkButton to="/">Go to the home page</LinkButton>}
            />
          </div>
        ) : (
          <EmptyState
            as="h1"
            title="Unsubscribe from the newsletter?"
            text="We’ll stop sending it to this address. Your account stays as it is."
            action={
              <Button loading={isLoading} onClick={() => void handleClick()}>
                Unsubscribe
              </Button>
            }
          />
        )}
      </Card>
    </div>
  )
}
