import { Bookmark, BookmarkCheck } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { parseSavedQuery, writeSavedQuery } from '../../contract/cars/saved-query.ts'
import { pages } from '../../contract/pages.ts'
import { listFilterChips, toSearch } from '../features/search/search-filters.ts'
import type { CarSearch } from '../features/search/use-search.ts'
import { SaveSearchForm } from '../features/searches/SaveSearchForm.tsx'
import { searchesApi } from '../features/searches/searches.api.ts'
import type { LoginState } from '../session/Guard.tsx'
import { useSession } from '../session/use-session.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { useMileageUnit } from '../ui/mileage-unit.ts'
import { Dialog } from '../ui/overlays/Dialog.tsx'

/** The state of the dialog. It is stored in the history state, so the dialog reopens after sign-in. */
interface SavingState {
  isSavingSearch?: boolean
}

const LABEL = 'max-lg:sr-only'

/** Offers to save the search, or links to the saved searches if it is one of them. */
export function SaveSearch({ search: { filters, category } }: { search: CarSearch }) {
  const { me } = useSession()
  const { data: searches } = searchesApi.useListSearchesQuery(undefined, { skip: me === null })
  const location = useLocation()
  const navigate = useNavigate()
  const unit = useMileageUnit()
  const state = (location.state ?? {}) as SavingState
  const allFilters = category === undefined ? filters : { brand: category, ...filters }
  const parsed = parseSavedQuery(toSearch(allFilters, undefined).toString())
  if (!('filters' in parsed)) return null
  const query = writeSavedQuery(parsed.filters)

  function show(isSavingSearch: boolean) {
    const { pathname, search, hash } = location
    void navigate({ pathname, search, hash }, { replace: true, state: { ...state, isSavingSearch } })
  }

  function signIn() {
    const from = { ...location, state: { ...state, isSavingSearch: true } }
    void navigate(pages.login.path, { state: { from } satisfies LoginState })
  }

  const isSaved = searches?.some((saved) => saved.query === query) ?? false
  const names = listFilterChips(allFilters, unit).map(({ text }) => text)
  return (
    <>
      {isSaved ? (
        <LinkButton variant="secondary" to={pages.savedSearches.path} className="flex-none">
          <BookmarkCheck aria-hidden="true" />
          <span className={LABEL}>Saved</span>
        </LinkButton>
      ) : (
        <Button variant="secondary" className="flex-none" onClick={() => (me ? show(true) : signIn())}>
          <Bookmark aria-hidden="true" />
          <span className={LABEL}>Save search</span>
        </Button>
      )}
      <Dialog
        isOpen={me !== null && state.isSavingSearch === true && !isSaved}
        onClose={() => show(false)}
        title="Save search"
        description={names.join(', ')}
      >
        <SaveSearchForm
          query={query}
          suggestedName={names.join(', ').slice(0, 80)}
          onDone={() => show(false)}
          onSignInNeeded={signIn}
        />
      </Dialog>
    </>
  )
}
