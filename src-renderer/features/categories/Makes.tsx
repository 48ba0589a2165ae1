import { Tags } from 'lucide-react'
import { useState } from 'react'
import type { Category, MakeShown } from '../../../contract/cars/cars.ts'
import { pages } from '../../../contract/pages.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { toProblem } from '../../api/problem.ts'
import { platform } from '../../platform/current.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { toastOutcome } from '../../ui/overlays/toast-outcome.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { PagedTable } from '../../ui/table/PagedTable.tsx'
import type { PagedQuery } from '../../ui/table/table-props.ts'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { toastDeleted } from '../undo/undo.api.ts'
import { allMakes } from './categories.api.ts'
import { findMakes } from './find-makes.ts'
import { makeColumns } from './make-columns.tsx'
import { MakeForm } from './MakeForm.tsx'
import { MakeMenu, type Way } from './MakeMenu.tsx'
import {
  useListMakesInfiniteQuery,
  useDeleteCategoryMutation,
  useUpdateCategoryMutation,
} from './makes.api.ts'
import { MergeForm } from './MergeForm.tsx'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'merge'; make: Category }

export function Makes() {
  const query = useListMakesInfiniteQuery(allMakes, { refetchOnMountOrArgChange: true })
  const { items: makes = [] } = flattenPages(query.data)
  const [find, setFind] = useState('')
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [last, setLast] = useState<OpenDialog>({ kind: 'add' })
  if (open && open !== last) setLast(open)
  const { move, setShown, remove } = useMakes(makes)
  const close = () => setOpen(null)

  return (
    <>
      <PageHead
        title={pages.manageMakes.title}
        count={query.data && makes.length}
        text="Buyers see the makes that have cars, in this order. Sellers choose from all that aren’t hidden."
        actions={
          <>
            <ExportMenu list="listCategories" fileName="kerblight-makes" query={allMakes.query} />
            <Button onClick={() => setOpen({ kind: 'add' })}>Add make</Button>
          </>
        }
      />
      {/* The console's list has its own search field. */}
      {platform.density === 'comfortable' && (
        <TextField
          label="Find a make"
          hint="Those without cars are found by their name."
          type="search"
          autoComplete="off"
          className="mb-4 max-w-[420px]"
          value={find}
          onChange={({ target }) => setFind(target.value)}
        />
      )}
      <PagedTable
        caption={pages.manageMakes.title}
        query={narrowed(query, find)}
        rowKey={(make) => make.category_name}
        empty={
          <EmptyState
            icon={<Tags />}
            title="No make found"
            text="Check the spelling, or add the make."
            action={<Button onClick={() => setOpen({ kind: 'add' })}>Add make</Button>}
          />
        }
        consoleOptions={{
          edit: (make) => () => setOpen({ kind: 'edit', make }),
          deletion: (make) => () => void remove(make),
        }}
        columns={[
          ...makeColumns,
          {
            key: 'actions',
            header: 'Actions',
            kind: 'actions',
            align: 'end',
            width: 60,
            render: (make) => (
              <MakeMenu
                make={make}
                onEdit={() => setOpen({ kind: 'edit', make })}
                onMerge={() => setOpen({ kind: 'merge', make })}
                onMove={(way) => void move(make, way)}
                onShow={(shown) => void setShown(make, shown)}
                onDelete={() => void remove(make)}
              />
            ),
          },
        ]}
      />
      <Dialog isOpen={open !== null} onClose={close} title={getDialogTitle(last)}>
        {last.kind === 'merge' ? (
          <MergeForm make={last.make} makes={makes} onDone={close} />
        ) : (
          <MakeForm
            key={last.kind === 'edit' ? last.make.category_name : ''}
            make={last.kind === 'edit' ? last.make : null}
            onDone={close}
          />
        )}
      </Dialog>
    </>
  )
}

function getDialogTitle(open: OpenDialog): string {
  if (open.kind === 'add') return 'Add make'
  return `${open.kind === 'edit' ? 'Edit' : 'Merge'} ${open.make.category_name}`
}

/**
 * Filters the makes by the search terms. Without search terms, omits the hundreds of makes that are hidden
 * until they have cars.
 */
function narrowed(query: PagedQuery<Category>, find: string): PagedQuery<Category> {
  if (!query.data || platform.density !== 'comfortable') return query
  const filterMakes = (makes: readonly Category[]) =>
    find.trim() ? findMakes(makes, find) : makes.filter(({ shown, used }) => shown !== 'with-cars' || used)
  const shownPages = query.data.pages.map((page) => ({ ...page, items: [...filterMakes(page.items)] }))
  return { ...query, data: { ...query.data, pages: shownPages } }
}

/**
 * Returns the actions that change a make immediately and can be undone.
 * @param makes all makes, in order
 */
function useMakes(makes: readonly Category[]) {
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

  async function setShown(
    { category_name: name, shown: previousShown = 'with-cars' }: Category,
    shown: MakeShown,
  ) {
    const message = shown === 'never' ? `${name} hidden` : `${name} shown`
    await toastOutcome(
      call(name, { shown }),
      message,
      undoable(() => call(name, { shown: previousShown })),
    )
  }

  async function remove({ category_name: name }: Category) {
    const { data, error } = await deleteMake({ params: { name } })
    if (data) dispatch(toastDeleted(`${name} deleted`, data))
    else toast.error(toProblem(error).message)
  }

  return { move, setShown, remove }
}

function undoable(undo: () => PromiseLike<{ error?: unknown }>) {
  return { action: { label: 'Undo', onAction: () => void toastOutcome(undo(), 'Undone') } }
}

/**
 * Returns the position just past the next make, skipping the hundreds that are hidden until they have cars.
 */
function nextPlace(makes: readonly Category[], from: number, way: 'up' | 'down'): number | null {
  const isSeen = ({ shown, used }: Category) => shown !== 'with-cars' || Boolean(used)
  const step = way === 'up' ? -1 : 1
  for (let place = from + step; place >= 1 && place <= makes.length; place += step)
    if (isSeen(makes[place - 1]!)) return place
  return null
}
