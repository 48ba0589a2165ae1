import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { toProblem } from '../../api/problem.ts'
import { unlessFailed } from '../../api/tags.ts'
import type { AppThunk } from '../../app/store.ts'
import { toast } from '../../ui/toast.ts'

export const undoApi = api.injectEndpoints({
  endpoints: (build) => ({
    undo: build.mutation({
      ...endpoint('undo'),
      invalidatesTags: unlessFailed('Car', 'Category', 'Purchase', 'Report', 'Review', 'Sale'),
    }),
  }),
})

/** The toast after a deletion, with Undo for 8 s where the server offered it. */
export function toastDeleted(text: string, { undoId }: { undoId?: string | undefined }): AppThunk {
  return (dispatch) =>
    toast.success(
      text,
      undoId ? { action: { label: 'Undo', onAction: () => void dispatch(undo(undoId)) } } : {},
    )
}

function undo(id: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const { error } = await dispatch(undoApi.endpoints.undo.initiate({ params: { id } }))
    if (error) toast.error(toProblem(error).message)
    else toast.success('Brought back')
  }
}
