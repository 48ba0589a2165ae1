import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { matchPath, type Location } from 'react-router-dom'
import { formatNumber } from '../../../contract/number-format.ts'
import { pages } from '../../../contract/pages.ts'
import type { LoginState } from '../../session/Guard.tsx'
import type { Me } from '../../session/session.slice.ts'
import { sellPath } from '../../session/sell-path.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { useListCategoriesQuery } from '../categories/categories.api.ts'

interface SignInNoticeProps {
  me: Me | null
  isExpired: boolean
  state: LoginState
}

export function SignInNotice({ me, isExpired, state: { from, needs } }: SignInNoticeProps) {
  if (me && needs) {
    return (
      <Notice>
        You’re signed in as <b>{me.fullName || me.email}</b> ({describeRole(me)}). This page is for{' '}
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

function describeRole({ isAdmin, isSeller }: Me): string {
  if (isAdmin) return isSeller ? 'admin and seller' : 'admin'
  return isSeller ? 'seller' : 'buyer'
}

/** Offers a make's cars in the public search if the make's page requires sign-in. */
function OpenSearchOffer({ from }: { from: Location }) {
  const { data: categories } = useListCategoriesQuery()
  const make = matchPath(pages.category.path, from.pathname)?.params.category_name
  const category = categories?.find(({ category_name }) => category_name === make)
  if (!category?.count) return null

  const search = new URLSearchParams(from.search)
  search.set('brand', category.category_name)
  return (
    <p className="-mt-2 text-small">
      Just looking?{' '}
      <TextLink to={`${pages.search.path}?${search}`} className="inline-flex min-h-11 items-center">
        See {formatMakeCars(category.count, category.category_name)} without signing in
      </TextLink>
    </p>
  )
}

/** Describes a make's cars: `all 24 Teslas`, `the one Audi`, `all 3 Lexus cars`. */
export function formatMakeCars(count: number, make: string): string {
  if (count === 1) return `the one ${make}`
  return `all ${formatNumber(count)} ${/[sxz]$/i.test(make) ? `${make} cars` : `${make}s`}`
}
