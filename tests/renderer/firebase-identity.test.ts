import type { User } from 'firebase/auth'
import { expect, it } from 'vitest'
import { toPerson } from '../../src-renderer/platform/firebase-identity.ts'

it.each(['\u212aim@people.test', 'Kim@people.test', ' kim@people.test'])(
  'an email address is preserved exactly as Firebase returns it: %j',
  (email) => {
    const user = { uid: 'a', email, displayName: null, photoURL: null } as User
    expect(toPerson(user).email).toBe(email)
  },
)
