import { byAge, listFieldSorts } from '../../ui/table/list-pages.ts'
import { createFacetedSource } from '../../ui/table/list-source.ts'
import { emailStatusLabels } from './people-columns.tsx'
import { usersApi } from './users.api.ts'

const sorts = {
  name: listFieldSorts('name'),
  email: listFieldSorts('email'),
  'email-status': listFieldSorts('proof'),
  account: listFieldSorts('account'),
  role: listFieldSorts('role'),
  verified: listFieldSorts('badge'),
  joined: byAge,
}

export const badgeLabels = { verified: 'Verified', unverified: 'Not verified' } as const

const { listUsers, listSellers, listBuyers, countUsers } = usersApi.endpoints
const people = { sorts, maxWords: 100 }

export const usersList = createFacetedSource<'listUsers', 'countUsers'>(
  { endpoint: listUsers, ...people },
  {
    name: 'account',
    label: 'account',
    words: { buyer: 'buyer', seller: 'seller' },
    counts: countUsers,
    read: (counts) => counts.account,
  },
)

export const sellersList = createFacetedSource<'listSellers', 'countUsers'>(
  { endpoint: listSellers, ...people },
  {
    name: 'badge',
    label: 'verification',
    words: badgeLabels,
    counts: countUsers,
    countFilter: { account: 'seller' },
    read: (counts) => counts.badge,
  },
)

export const buyersList = createFacetedSource<'listBuyers', 'countUsers'>(
  { endpoint: listBuyers, ...people },
  {
    name: 'proof',
    label: 'email status',
    words: emailStatusLabels,
    counts: countUsers,
    countFilter: { account: 'buyer' },
    read: (counts) => counts.proof,
  },
)
