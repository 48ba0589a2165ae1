import { useParams } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { toProblem } from '../api/problem.ts'
import { newsletterApi } from '../features/newsletter/newsletter.api.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { EmailLinkCard } from './EmailLinkCard.tsx'

const subscribed = {
  title: 'You’re subscribed',
  text: 'We’ll send our next newsletter to this address. Each one has a link to unsubscribe.',
  action: <LinkButton to="/">Go to the home page</LinkButton>,
}

const notFound = {
  title: 'This link doesn’t work anymore',
  text: 'It was for an address that unsubscribed, or it is more than seven days old. You can subscribe again at any time.',
  action: <LinkButton to={`${pages.home.path}#newsletter`}>Subscribe again</LinkButton>,
}

/** Renders `/newsletter/:token/confirm`. */
export function ConfirmSubscriptionPage() {
  const token = useParams().token ?? ''
  const [confirmSubscription, { data, error, isLoading }] = newsletterApi.useConfirmSubscriptionMutation()
  const isNotFound = error !== undefined && toProblem(error).status === 404

  async function handleClick() {
    const { error } = await confirmSubscription({ params: { token } })
    if (error && toProblem(error).status !== 404) toast.error(toProblem(error).message)
  }

  return (
    <EmailLinkCard
      question={{
        title: 'Get the Kerblight newsletter?',
        text: 'Occasional news about cars on Kerblight. Unsubscribe anytime.',
      }}
      label="Confirm subscription"
      isLoading={isLoading}
      onConfirm={() => void handleClick()}
      result={data ? subscribed : isNotFound ? notFound : null}
    />
  )
}
