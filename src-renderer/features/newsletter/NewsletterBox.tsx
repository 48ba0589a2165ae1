import { useState, type SyntheticEvent } from 'react'
import { formatProblem, toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmailField } from '../../ui/form/EmailField.tsx'
import { newsletterApi } from './newsletter.api.ts'

/** The confirmation message. It is always the same, so it does not reveal who is subscribed. */
const SENT =
  'Thanks! If this address isn’t subscribed yet, check its inbox for our confirmation email. We send it at most three times.'

/**
 * Subscribes an email address. Only the server validates it, because the home page's initial load contains no
 * schemas.
 */
export function NewsletterBox() {
  const [subscribe, { isLoading, isSuccess }] = newsletterApi.useSubscribeMutation()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()

  async function handleSubmit(event: SyntheticEvent) {
    event.preventDefault()
    if (isLoading) return
    setError(undefined)
    try {
      await subscribe({ body: { email } }).unwrap()
      setEmail('')
    } catch (thrown) {
      setError(formatProblem(toProblem(thrown)))
    }
  }

  return (
    <section id="newsletter" aria-labelledby="newsletter-title" className="card flex flex-col gap-3 p-5">
      <h2 id="newsletter-title" className="text-h3">
        Newsletter
      </h2>
      <p className="text-small text-muted">
        Occasional news about cars on Kerblight, by email. Unsubscribe anytime.
      </p>
      <form noValidate className="mt-auto flex flex-col gap-3" onSubmit={(event) => void handleSubmit(event)}>
        <EmailField
          label="Email address"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={error}
        />
        <Button type="submit" loading={isLoading} className="self-start">
          Subscribe
        </Button>
        <p role="status" className="text-small text-success">
          {isSuccess && !error && SENT}
        </p>
      </form>
    </section>
  )
}
