import type { User, UsersCount } from '../../../contract/users.ts'
import type { Arrangement } from '../../ui/placed/placed-list.ts'
import { byAge, byField, sortName, wordsOf, type ListOf } from '../../ui/placed/placed-pages.ts'
import { countedBy } from '../../ui/placed/use-counts.ts'
import type { PlacedSource } from '../../ui/placed/use-placed-list.ts'
import { proofWords } from './people-columns.tsx'
import { usersApi } from './users.api.ts'

const sorts = {
  name: byField('name'),
  email: byField('email'),
  'email-status': byField('proof'),
  account: byField('account'),
  role: byField('role'),
  verified: byField('badge'),
  joined: byAge,
}

type People = ListOf<'listUsers'>

/** What a list of people can be narrowed by, in the table's words. */
type Facet<Name extends keyof UsersCount & keyof People> = Readonly<
  Record<NonNullable<People[Name]> & keyof UsersCount[Name], string>
>

export const badgeWords = { verified: 'Verified', unverified: 'Not verified' } as const

const { placeUsers, placeSellers, placeBuyers, countUsers } = usersApi.endpoints

export const usersSource: PlacedSource<User, People> = {
  endpoint: placeUsers,
  ...narrowedBy('account', { buyer: 'buyer', seller: 'seller' }),
}

export const sellersSource: PlacedSource<User, People> = {
  endpoint: placeSellers,
  ...narrowedBy('badge', badgeWords, 'seller'),
}

export const buyersSource: PlacedSource<User, People> = {
  endpoint: placeBuyers,
  ...narrowedBy('proof', proofWords, 'buyer'),
}

function narrowedBy<Name extends 'account' | 'proof' | 'badge'>(
  name: Name,
  words: Facet<Name>,
  account?: User['account'],
) {
  const values = Object.entries<string>(words)

  function listOf({ sort, facet, find }: Arrangement): People {
    const chosen = values.find(([, word]) => word === facet)?.[0]
    return { q: wordsOf(find, 100), [name]: chosen, sort: sortName(sorts, sort) }
  }

  const counter = countedBy(
    countUsers,
    ({ q }: People) => ({ q, account }),
    (answer) => {
      const counts: Readonly<Record<string, number>> = answer[name]
      return { facets: values.map(([value, word]) => [word, counts[value]!]), total: answer.total }
    },
  )

  return { listOf, counter }
}
