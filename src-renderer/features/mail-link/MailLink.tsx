import { CloudOff, Unlink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSession } from '../../session/use-session.ts'
import { pages } from '../../../contract/pages.ts'
import type { MailLink as Link } from '../../platform/firebase-mail-link.ts'
import { getIdentityMessage } from '../../platform/identity-error.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { PageSpinner } from '../../ui/controls/Spinner.tsx'
import { EmailLink } from './EmailLink.tsx'
import { ResetPassword } from './ResetPassword.tsx'

type Reading =
  | { state: 'reading' }
  | { state: 'failed'; message: string }
  | { state: 'read'; link: Link | null }

export function MailLink({ code }: { code: string }) {
  const [reading, setReading] = useState<Reading>({ state: 'reading' })

  useEffect(() => {
    void readLink(code).then(setReading)
  }, [code])

  function handleRetry() {
    setReading({ state: 'reading' })
    void readLink(code).then(setReading)
  }

  function handleStale() {
    setReading({ state: 'read', link: null })
  }

  if (reading.state === 'reading') return <PageSpinner label="Reading the link" />
  if (reading.state === 'failed')
    return (
      <div role="alert">
        <EmptyState
          as="h1"
          icon={<CloudOff />}
          title="This didn’t load"
          text={reading.message}
          action={<Button onClick={handleRetry}>Try again</Button>}
        />
      </div>
    )
  const { link } = reading
  if (!link) return <StaleLink />
  if (link.kind === 'reset-password') return <ResetPassword link={link} onStale={handleStale} />
  return <EmailLink link={link} kind={link.kind} onStale={handleStale} />
}

async function readLink(code: string): Promise<Reading> {
  if (code === '') return { state: 'read', link: null }
  try {
    const { readMailLink } = await import('../../platform/firebase-mail-link.ts')
    return { state: 'read', link: await readMailLink(code) }
  } catch (error) {
    return { state: 'failed', message: getIdentityMessage(error) }
  }
}

/** Explains that a link no longer works, and where to get a new one. */
function StaleLink() {
  const { me } = useSession()
  const isVerified = me?.emailVerified ?? false

  return (
    <EmptyState
      as="h1"
      icon={<Unlink />}
      title="This link no longer works"
      text={`It may have expired, been used already, or been copied incompletely. ${isVerified ? 'Your email is confirmed.' : 'You can get a new one.'}`}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <LinkButton to={pages.account.path} variant="secondary">
            {isVerified ? 'Go to your account' : 'Get a new link'}
          </LinkButton>
          <LinkButton to={pages.forgotPassword.path}>Reset password</LinkButton>
        </span>
      }
    />
  )
}
