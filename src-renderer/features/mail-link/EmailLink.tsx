import { Mail, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import type { LoginState } from '../../session/Guard.tsx'
import { useSession } from '../../session/use-session.ts'
import { refreshVerification } from '../../session/verify-email.ts'
import { useAppDispatch } from '../../session/store.ts'
import type { MailLink, MailLinkKind } from '../../platform/firebase-mail-link.ts'
import { getIdentityMessage } from '../../platform/identity-error.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { Outcome } from './Outcome.tsx'

type EmailKind = Exclude<MailLinkKind, 'reset-password'>

const TEXTS: Record<EmailKind, { title: string; button: string; done: string; after: string }> = {
  'verify-email': {
    title: 'Confirm your email address',
    button: 'Confirm this address',
    done: 'Your email address is confirmed',
    after: 'We’ll send receipts and updates there.',
  },
  'change-email': {
    title: 'Change your email address',
    button: 'Use this address',
    done: 'Your email address has been changed',
    after: 'Use it to sign in from now on.',
  },
  'recover-email': {
    title: 'Undo email change',
    button: 'Undo change',
    done: 'Your email has been restored',
    after: 'If someone else changed it, they may know your password. Choose a new one now.',
  },
}

interface EmailLinkProps {
  link: MailLink
  kind: EmailKind
  onStale: () => void
}

/**
 * Verifies, changes, or restores an email address. A button press is required, because mail scanners open
 * every link.
 */
export function EmailLink({ link, kind, onStale }: EmailLinkProps) {
  const dispatch = useAppDispatch()
  const [isDone, setDone] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { title, button } = TEXTS[kind]

  async function handleClick() {
    if (isBusy) return
    setBusy(true)
    setErrorMessage(null)
    try {
      const { applyMailLink } = await import('../../platform/firebase-mail-link.ts')
      if (!(await applyMailLink(link))) return onStale()
      // The signed-in user may be someone else, or unknown to the identity service. The account page checks
      // again.
      await dispatch(refreshVerification()).catch(() => undefined)
      setDone(true)
    } catch (error) {
      setErrorMessage(getIdentityMessage(error))
      setBusy(false)
    }
  }

  if (isDone) return <Done email={link.email} kind={kind} />
  return (
    <EmptyState
      as="h1"
      icon={<Mail />}
      title={title}
      text={<span className="wrap-anywhere">{link.email}</span>}
      action={
        <span className="flex flex-col items-center gap-4">
          {errorMessage && (
            <Notice tone="danger" isAlert>
              <p>{errorMessage}</p>
            </Notice>
          )}
          <Button loading={isBusy} onClick={() => void handleClick()}>
            {button}
          </Button>
        </span>
      }
    />
  )
}

function Done({ email, kind }: { email: string; kind: EmailKind }) {
  return (
    <Outcome
      icon={<MailCheck />}
      title={TEXTS[kind].done}
      text={TEXTS[kind].after}
      action={<NextStep email={email} kind={kind} />}
    />
  )
}

function NextStep({ email, kind }: { email: string; kind: EmailKind }) {
  const { me } = useSession()
  const state: LoginState = { email }

  if (kind === 'recover-email')
    return (
      <LinkButton to={pages.forgotPassword.path} state={state}>
        Choose a new password
      </LinkButton>
    )
  if (me && kind === 'verify-email')
    return <LinkButton to={pages.account.path}>Go to your account</LinkButton>
  return (
    <LinkButton to={pages.login.path} state={state}>
      {strings.login.submit}
    </LinkButton>
  )
}
