import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { toProblem } from '../../api/problem.ts'
import { invalidateOnSuccess } from '../../api/tags.ts'
import type { AppThunk } from '../../session/store.ts'
import { toast } from '../../ui/overlays/toast.ts'

export const undoApi = api.injectEndpoints({
  endpoints: (build) => ({
    undo: build.mutation({
      ...endpoint('undo'),
      invalidatesTags: invalidateOnSuccess(
        'Car',
        'Category',
        'Newsletter',
        'Purchase',
        'Report',
        'Review',
        'Sale',
        'Search',
      ),
    }),
  }),
})

/** Shows the toast after a deletion, with Undo for 8 seconds if the server offers it. */
export function toastDeleted(text: string, offer: UndoOffer): AppThunk {
  return toastUndoable(text, offer, () => 'Restored')
}

/**
 * Shows a success toast, with Undo if the server offers it.
 * @param describe builds the message for the number of restored items
 */
export function toastUndoable(
  text: string,
  { undoId }: UndoOffer,
  describe: (restored: number) => string,
): AppThunk {
  return (dispatch) =>
    toast.success(
      text,
      undoId ? { action: { label: 'Undo', onAction: () => void dispatch(undo(undoId, describe)) } } : {},
    )
}

interface UndoOffer {
  undoId?: string | undefined
}

function undo(id: string, describe: (restored: number) => string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const { data, error } = await dispatch(undoApi.endpoints.undo.initiate({ params: { id } }))
    if (error) toast.error(toProblem(error).message)
    else toast.success(describe(data.restored))
  }
}
