import type { Me as WireMe, User as WireUser } from '../../../contract/users.ts'
import type { Config } from '../../config/config.ts'
import { toShownPhoto } from '../../gateways/images/photo-addresses.ts'
import { canTrade } from '../../actor.ts'
import type { User } from './user.repository.ts'

export function toWireUser(user: User, config: Config): WireUser {
  return {
    _id: user.id,
    fullName: user.fullName,
    email: user.email,
    emailVerified: user.isEmailVerified,
    account: user.account,
    role: user.isAdmin ? 'admin' : 'user',
    verified: user.isVerified,
    photoURL: toShownPhoto(user.photoURL, config),
    createdAt: user.createdAt,
  }
}

export function toWireMe(user: User, config: Config): WireMe {
  return {
    ...toWireUser(user, config),
    uid: user.uid,
    zip: user.zip,
    mayTrade: canTrade(config, user),
    isAdmin: user.isAdmin,
    isSeller: user.account === 'seller',
  }
}
