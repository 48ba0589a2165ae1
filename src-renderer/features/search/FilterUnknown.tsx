import { SearchX } from 'lucide-react'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { listFilterChips, findWrongFilters } from './search-filters.ts'
import type { CarSearch } from './use-search.ts'

/** Reports which filter in the URL is invalid, and offers ways to continue. */
export function FilterUnknown({ search: { cars, filters, setFilters } }: { search: CarSearch }) {
  const { message, errors = [] } = toProblem(cars.error)
  const wrong = findWrongFilters(filters, errors)
  const hasOtherFilters = listFilterChips(filters).length > wrong.length

  return (
    <Card>
      <EmptyState
        icon={<SearchX />}
        title="We don’t recognize one of these filters"
        text={
          wrong.length > 0 ? wrong.map(({ key, name, fix }) => <p key={key}>{`${name}: ${fix}`}</p>) : message
        }
        action={
          <>
            {hasOtherFilters &&
              wrong.map(({ key, text, without }) => (
                <Button key={key} onClick={() => setFilters(without)}>
                  Remove {text}
                </Button>
              ))}
            <Button
              variant={hasOtherFilters && wrong.length > 0 ? 'secondary' : 'primary'}
              onClick={() => setFilters({})}
            >
              Clear all filters
            </Button>
          </>
        }
      />
    </Card>
  )
}
