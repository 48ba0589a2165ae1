import { expect, it } from 'vitest'
import { readProof } from '../../src-main/session/proof.ts'
import { createIdToken } from '../support/identity.ts'

it.each(['\u212aim@people.test', 'Kim@people.test', ' kim@people.test'])(
  'the email address %j is read from the ID token unchanged',
  (email) => {
    const proof = readProof({ idToken: createIdToken({ uid: 'a', email }), refreshToken: 'b' })
    expect(proof?.person.email).toBe(email)
  },
)
