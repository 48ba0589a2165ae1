import type { Category, MakeShown } from '../../../contract/cars/cars.ts'
import { toProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { toastOutcome } from '../../ui/overlays/toast-outcome.ts'
import { toastDeleted } from '../undo/undo.api.ts'
import type { Way } from './MakeMenu.tsx'
import { useDeleteCategoryMutation, useUpdateCategoryMutation } from './makes.api.ts'

/** What is done to one of these makes at once; each can be taken back. @param makes all, in their order */
export function useMakes(makes: readonly Category[]) {
  const dispatch = useAppDispatch()
  const [update] = useUpdateCategoryMutation()
  const [deleteMake] = useDeleteCategoryMutation()
  const call = (name: string, body: Parameters<typeof update>[0]['body']) =>
    update({ params: { name }, body })
  const placeOf = (name: string) => makes.findIndex((make) => make.category_name === name) + 1

  async function move({ category_name: name }: Category, way: Way) {
    const from = placeOf(name)
    const place = way === 'first' ? 1 : nextPlace(makes, from, way)
    if (place === null || place === from) return
    await toastOutcome(
      call(name, { place }),
      `${name} moved`,
      undoable(() => call(name, { place: from })),
    )
  }

  async function setShown({ category_name: name, shown: before = 'with-cars' }: Category, shown: MakeShown) {
    const done = shown === 'never' ? `${name} hidden` : `${name} shown`
    await toastOutcome(
      call(name, { shown }),
      done,
      undoable(() => call(name, { shown: before })),
    )
  }

  async function remove({ category_name: name }: Category) {
    const { data, error } = await deleteMake({ params: { name } })
    if (data) dispatch(toastDeleted(`${name} deleted`, data))
    else toast.error(toProblem(error).message)
  }

  return { move, setShown, remove }
}

function undoable(takeBack: () => PromiseLike<{ error?: unknown }>) {
  return { action: { label: 'Undo', onAction: () => void toastOutcome(takeBack(), 'Undone') } }
}

/** Past the next make that has cars or is always shown: between those stand hundreds that nobody sees. */
function nextPlace(makes: readonly Category[], from: number, way: 'up' | 'down'): number | null {
  const isSeen = ({ shown, used }: Category) => shown !== 'with-cars' || Boolean(used)
  const step = way === 'up' ? -1 : 1
  for (let place = from + step; place >= 1 && place <= makes.length; place += step)
    if (isSeen(makes[place - 1]!)) return place
  return null
}
