import { useParams } from 'react-router-dom'
import { toProblem } from '../api/problem.ts'
import { newsletterApi } from '../features/newsletter/newsletter.api.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { toast } from '../ui/toast.ts'

/** /newsletter/:token. A button, because mail scanners open every link. */
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
              title={data.deletedCount > 0 ? 'You are unsubscribed' : 'This address is not on the list'}
              text="No newsletter goes to this address any more."
              action={<LinkButton to="/">Go to the home page</LinkButton>}
            />
          </div>
        ) : (
          <EmptyState
            as="h1"
            title="Leave the newsletter?"
            text="You get no more mails about new cars. Your account stays as it is."
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
