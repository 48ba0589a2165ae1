import type { Car } from '../../../contract/cars/cars.ts'
import { countDaysBetween, formatDay } from '../../../contract/dates.ts'
import { priceLabelTexts, shortPriceLabels } from '../../../contract/cars/price-labels.ts'
import { formatNumber } from '../../../contract/number-format.ts'
import { formatMileage } from '../../../contract/cars/mileage.ts'
import { PriceCell } from './PriceCell.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { convertCarMileage, useMileageUnit } from '../../ui/mileage-unit.ts'
import {
  actionsColumn,
  contactColumn,
  emailColumn,
  buildNameColumn,
  priceColumn,
  stateColumn,
  type CarColumns,
} from './car-columns.tsx'

/**
 * Returns the console's columns. Columns that the product specification requires are the last to be hidden on
 * narrow screens.
 */
export function buildDenseColumns(note: CarColumns['note']): Column<Car>[] {
  return [
    buildNameColumn(note),
    stateColumn,
    { ...priceColumn, render: (car) => <PriceCell car={car} /> },
    ...facts,
    { ...contactColumn, rank: 1 },
    { ...emailColumn, rank: 2 },
    ...numbers,
    actionsColumn,
  ]
}

const facts: Column<Car>[] = [
  {
    key: 'listed',
    header: 'Days listed',
    align: 'end',
    width: 90,
    rank: 3,
    value: daysListed,
    render: (car) => <DaysListed car={car} />,
  },
  {
    key: 'priceLabel',
    header: 'Compared',
    width: 84,
    rank: 8,
    isScreenOnly: true,
    render: ({ priceLabel }) =>
      priceLabel ? (
        <span title={priceLabelTexts[priceLabel]}>{shortPriceLabels[priceLabel]}</span>
      ) : (
        <Nothing />
      ),
  },
  {
    key: 'mileage',
    header: 'Mileage',
    align: 'end',
    width: 96,
    rank: 4,
    value: ({ mileage }) => mileage,
    render: (car) => <Mileage car={car} />,
  },
  {
    key: 'lists',
    header: 'On lists',
    align: 'end',
    width: 70,
    rank: 5,
    value: ({ onLists = 0 }) => onLists,
    render: ({ onLists = 0 }) => <Count count={onLists} />,
  },
  {
    key: 'year',
    header: 'Year',
    align: 'end',
    width: 62,
    rank: 7,
    value: ({ year }) => year,
    render: ({ year }) => year ?? <Nothing />,
  },
  {
    key: 'location',
    header: 'Location',
    width: 130,
    rank: 6,
    value: ({ location }) => location,
    render: ({ location }) => location || <Nothing />,
  },
  {
    key: 'photos',
    header: 'Photos',
    align: 'end',
    width: 72,
    rank: 8,
    value: ({ images }) => images.length,
    render: ({ images }) => <Count count={images.length} />,
  },
]

const numbers: Column<Car>[] = [
  {
    key: 'stockNo',
    header: 'Stock number',
    width: 110,
    rank: 9,
    render: ({ stockNo }) => stockNo ?? <Nothing />,
  },
  {
    key: 'vin',
    header: 'VIN',
    width: 170,
    rank: 10,
    render: ({ vin }) => (vin ? <span className="tabular-nums">{vin}</span> : <Nothing />),
  },
]

/** Returns the days on the market by the user's calendar, or null for a car that is off the market. */
function daysListed({ available, postedAt }: Car): number | null {
  return available === 'instock' || available === 'reserved' ? countDaysBetween(postedAt, Date.now()) : null
}

function DaysListed({ car }: { car: Car }) {
  const days = daysListed(car)
  if (days === null) return <Nothing />
  return <span title={`Listed ${formatDay(car.postedAt)}`}>{formatNumber(days)}</span>
}

function Mileage({ car }: { car: Car }) {
  const { mileage, mileageUnit } = convertCarMileage(useMileageUnit(), car)
  return formatMileage(mileage, mileageUnit) ?? <Nothing />
}

function Count({ count }: { count: number }) {
  return count === 0 ? <span className="text-subtle">0</span> : formatNumber(count)
}

function Nothing() {
  return <span className="text-subtle">–</span>
}
