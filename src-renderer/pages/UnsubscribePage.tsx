import { useParams } from 'react-router-dom'
import { toProblem } from '../api/problem.ts'
import { newsletterApi } from '../features/newsletter/newsletter.api.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { EmailLinkCard } from './EmailLinkCard.tsx'

/** Renders `/newsletter/:token`. */
export function UnsubscribePage() {
  const token = useParams().token ?? ''
  const [unsubscribe, { data, isLoading }] = newsletterApi.useUnsubscribeMutation()

  async function handleClick() {
    const { error } = await unsubscribe({ params: { token } })
    if (error) toast.error(toProblem(error).message)
  }

  return (
    <EmailLinkCard
      question={{
        title: 'Unsubscribe from the newsletter?',
        text: 'We’ll stop sending it to this address. Your account stays as it is.',
      }}
      label="Unsubscribe"
      isLoading={isLoading}
      onConfirm={() => void handleClick()}
      result={
        data
          ? {
              ...(data.deletedCount > 0
                ? {
                    title: 'You’re unsubscribed',
                    text: 'No newsletter goes to this address anymore.',
                  }
                : {
                    title: 'This link doesn’t match a current subscription',
                    text: 'Use the link in your newest newsletter.',
                  }),
              action: <LinkButton to="/">Go to the home page</LinkButton>,
            }
          : null
      }
    />
  )
}
