import type { Config } from '../../config.ts'

/** Whether somebody may sell and hold cars, and have their contact shown: `UNPROVEN_ADDRESSES` decides. */
export function mayTrade(
  { unprovenAddresses }: Pick<Config, 'unprovenAddresses'>,
  { isEmailVerified }: { isEmailVerified: boolean },
): boolean {
  return isEmailVerified || unprovenAddresses === 'trade'
}
