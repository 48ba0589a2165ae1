import { sql } from 'kysely'
import type { PeopleFilters, PeopleSort, UsersCount } from '../../../contract/users.ts'
import { foldCase } from '../../db/engines/texts.ts'
import type { Page } from '../../db/page.ts'
import {
  countByValue,
  hasWords,
  readPage,
  type ListOrders,
  type ListSources,
  type ListPosition,
  type SearchTerm,
} from '../../db/list.ts'
import type { Db } from '../../db/tables.ts'
import { toUser, type User } from './user.repository.ts'

export function listUsers(
  { db, search }: ListSources,
  query: PeopleFilters & ListPosition<PeopleSort>,
): Promise<Page<User>> {
  const matchingRows = selectMatching(db, query)
  return readPage(
    search,
    { rows: selectMatching(db, {}), matchingRows, withDetails: (users) => users.selectAll(), toItem: toUser },
    orders,
    query,
  )
}

const orders: ListOrders<PeopleSort> = {
  keys: {
    name: foldCase(sql`full_name`),
    email: sql`email`,
    proof: sql`email_verified`,
    account: sql`account`,
    role: sql`role`,
    badge: sql`verified`,
  },
  moment: 'created_at',
  id: 'id',
}

export async function countUsers({ db, search }: ListSources, filters: PeopleFilters): Promise<UsersCount> {
  const kind = sql`account || ' ' || email_verified || ' ' || verified`
  const rows = await countByValue(search, selectMatching(db, filters), kind)
  const sum = (index: number, value: string) =>
    rows.reduce((total, row) => total + (row.value.split(' ')[index] === value ? row.count : 0), 0)
  return {
    total: rows.reduce((total, { count }) => total + count, 0),
    account: { buyer: sum(0, 'buyer'), seller: sum(0, 'seller') },
    proof: { confirmed: sum(1, '1'), unconfirmed: sum(1, '0') },
    badge: { verified: sum(2, '1'), unverified: sum(2, '0') },
  }
}

function selectMatching(db: Db, { q, account, proof, badge }: PeopleFilters) {
  return db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .$if(account !== undefined, (users) => users.where('account', '=', account!))
    .$if(proof !== undefined, (users) => users.where('email_verified', '=', proof === 'confirmed' ? 1 : 0))
    .$if(badge !== undefined, (users) => users.where('verified', '=', badge === 'verified' ? 1 : 0))
    .where(hasWords(q, isOfUser))
}

/**
 * Matches users whose name or email address contains the search term, or whose account type or role equals
 * it.
 */
function isOfUser(word: SearchTerm) {
  const { text } = word
  return sql<boolean>`(${word.isIn(sql`full_name`, sql`email`)} or account = ${text} or role = ${text})`
}
