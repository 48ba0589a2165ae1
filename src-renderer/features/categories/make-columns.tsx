import type { Category, MakeShown } from '../../../contract/cars/cars.ts'
import { formatNumber } from '../../../contract/number-format.ts'
import { makeShownLabels } from '../../../contract/list-labels.ts'
import { pages } from '../../../contract/pages.ts'
import { Badge, type Tone } from '../../ui/controls/Badge.tsx'
import { BrandMark } from '../../ui/controls/BrandMark.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'

const tones: Partial<Record<MakeShown, Tone>> = { always: 'success', never: 'warning' }

export const makeColumns: readonly Column<Category>[] = [
  {
    key: 'make',
    header: 'Make',
    kind: 'main',
    value: ({ category_name: name }) => name,
    render: ({ category_name: name, brandImage }) => (
      <span className="cell-mark flex items-center gap-3">
        <BrandMark src={brandImage} name={name} />
        <span className="font-semibold wrap-anywhere">{name}</span>
      </span>
    ),
  },
  {
    key: 'shown',
    rank: 1,
    header: 'Shown',
    width: 150,
    isFacet: true,
    value: ({ shown = 'with-cars' }) => makeShownLabels[shown],
    render: ({ shown = 'with-cars' }) => (
      <Badge tone={tones[shown] ?? 'neutral'}>{makeShownLabels[shown]}</Badge>
    ),
  },
  {
    key: 'listed',
    rank: 2,
    header: 'Listed cars',
    align: 'end',
    width: 110,
    value: ({ count }) => count,
    render: ({ category_name: name, count }) =>
      count > 0 ? (
        <TextLink
          to={`${pages.search.path}?brand=${encodeURIComponent(name)}`}
          className="inline-flex min-h-11 min-w-11 items-center justify-end compact:min-h-0 compact:min-w-0"
        >
          {formatNumber(count)}
        </TextLink>
      ) : (
        0
      ),
  },
  {
    key: 'used',
    rank: 3,
    header: 'All cars',
    align: 'end',
    width: 100,
    value: ({ used = 0 }) => used,
    render: ({ used = 0 }) => formatNumber(used),
  },
]
