import { formatCount } from '../../../contract/number-format.ts'
import type { AppThunk } from '../../session/store.ts'
import { localShortlist } from '../../ui/local-cars.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { shortlistApi } from './shortlist.api.ts'

let isMerging = false

/**
 * Moves the cars of this browser's shortlist to the account. If that fails, they stay here until the next
 * page load.
 */
export function mergeShortlist(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const cars = localShortlist.read().map(({ id }) => id)
    if (isMerging || cars.length === 0) return
    isMerging = true
    const { data } = await dispatch(shortlistApi.endpoints.mergeShortlist.initiate({ body: { cars } }))
    isMerging = false
    if (!data) return
    // A visitor may have added others after a sign-out.
    localShortlist.write(localShortlist.read().filter(({ id }) => !cars.includes(id)))
    const { modifiedCount, skipped } = data
    if (skipped.length > 0)
      toast.info(`${formatCount(skipped.length, 'car')} couldn’t be added to The Kerb`, {
        detail: 'They’re no longer listed, or The Kerb is full.',
      })
    else if (modifiedCount > 0) toast.info(`${formatCount(modifiedCount, 'car')} added to The Kerb`)
  }
}
