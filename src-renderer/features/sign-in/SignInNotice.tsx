import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { pages } from '../../../contract/pages.ts'
import type { LoginState } from '../../session/Guard.tsx'
import type { Me } from '../../session/session.slice.ts'
import { sellPath } from '../../session/sell-path.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { OpenSearchOffer } from './OpenSearchOffer.tsx'

interface SignInNoticeProps {
  me: Me | null
  isExpired: boolean
  state: LoginState
}

/** Why one is on this page, where it was not one's own wish. */
export function SignInNotice({ me, isExpired, state: { from, needs } }: SignInNoticeProps) {
  if (me && needs) {
    return (
      <Notice>
        You’re signed in as <b>{me.fullName || me.email}</b> ({kindOf(me)}). This page is for{' '}
        {needs === 'admin' ? 'admins' : 'sellers and admins'} only.{' '}
        {needs === 'seller-or-admin' && (
          <>
            <TextLink to={sellPath(me)}>Start selling</TextLink> with this account, or switch
          </>
        )}
        {needs === 'admin' && 'Switch'} accounts below, or go to <TextLink to="/">the home page</TextLink>.
      </Notice>
    )
  }
  if (me) return <SignedInNotice me={me} orElse="sign in with another account" />
  if (isExpired) return <Notice>Your session expired. Sign in to pick up where you left off.</Notice>
  if (!from) return null
  return (
    <>
      <Notice>Sign in to continue. We’ll bring you right back.</Notice>
      <OpenSearchOffer from={from} />
    </>
  )
}

/** That one needs nothing of this page, and where to go on. */
export function SignedInNotice({ me, orElse }: { me: Me; orElse: string }) {
  return (
    <Notice>
      You’re signed in as <b>{me.fullName || me.email}</b>. Go to <TextLink to="/">the home page</TextLink> or{' '}
      <TextLink to={pages.purchases.path}>your dashboard</TextLink>, or {orElse}.
    </Notice>
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="flex gap-3 rounded-control bg-info-soft p-4 text-small">
      <Info aria-hidden="true" className="mt-0.5 size-5 flex-none text-info" />
      <p>{children}</p>
    </div>
  )
}

function kindOf({ isAdmin, isSeller }: Me): string {
  if (isAdmin) return isSeller ? 'admin and seller' : 'admin'
  return isSeller ? 'seller' : 'buyer'
}
