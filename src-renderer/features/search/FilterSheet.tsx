import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { countCars } from './search-filters.ts'
import type { CarSearch } from './use-search.ts'

interface FilterSheetProps {
  search: CarSearch
  /** Number of active filters. */
  count: number
}

/** Shows the filters in a dialog on small screens. They apply immediately to the list behind it. */
export function FilterSheet({ search, count }: FilterSheetProps) {
  const [isOpen, setOpen] = useState(false)
  const { facets } = search

  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden="true" />
        {/* Phones have no space for the word next to the sort control and the count. */}
        <span className={count > 0 ? 'max-[429px]:sr-only' : 'max-[389px]:sr-only'}>Filters</span>
        {count > 0 && <span>({count})</span>}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Filters" focus="head">
        <FilterPanel search={search} />
        <div className="sheet-actions">
          <DialogActions>
            {count > 0 && (
              <Button variant="secondary" onClick={() => search.setFilters({})}>
                Clear all
              </Button>
            )}
            <Button onClick={() => setOpen(false)}>
              {facets ? `Show ${countCars(facets.total)}` : 'Show cars'}
            </Button>
          </DialogActions>
        </div>
      </Dialog>
    </>
  )
}
