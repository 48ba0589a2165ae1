import { expect, it } from 'vitest'
import { readProof } from '../../src-main/session/proof.ts'
import { idTokenWith } from '../support/identity.ts'

it.each(['\u212aim@people.test', 'Kim@people.test', ' kim@people.test'])(
  'whose proof it is, is as the identity service says: %j is nobody else’s address',
  (email) => {
    const proof = readProof({ idToken: idTokenWith({ uid: 'a', email }), refreshToken: 'b' })
    expect(proof?.person.email).toBe(email)
  },
)
