import { buildCarName } from '../../../contract/cars/car-name.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { formatMarkLines, summarizeMarks } from '../../../contract/cars/marks.ts'
import { formatMonthAndDay } from '../../../contract/dates.ts'
import { pagePath } from '../../../contract/pages.ts'
import { useWebAddress } from '../../api/config.ts'
import { Logo } from '../../ui/controls/Logo.tsx'
import { Price } from '../../ui/controls/Price.tsx'
import { QrCode } from '../../ui/controls/QrCode.tsx'
import { FactsLine } from './FactsLine.tsx'
import { usePrintRequest } from './print-request.ts'
import { SpecTable } from './SpecTable.tsx'
import './car-sheet.css'

/** Maximum number of characters that describe the marks on the page for the windshield. */
const MAX_MARKS_TEXT = 600

/**
 * Renders a car's printout: one Letter or A4 page for the windshield. Many marks, or marks with long notes, are
 * listed on further pages. It is hidden on screen.
 */
export function CarSheet({ car }: { car: Car }) {
  usePrintRequest()
  const address = useWebAddress()(pagePath('car', { id: car._id }))

  const lines = formatMarkLines(car.marks ?? [])
  const isLong = lines.join('; ').length > MAX_MARKS_TEXT
  const summary = car.marks && car.marksAt && summarizeMarks(car.marks, formatMonthAndDay(car.marksAt))

  return (
    <>
      <section aria-label="Sheet to print" className="car-sheet">
        <header className="car-sheet-head">
          <Logo />
          <span>Kerblight</span>
        </header>
        {car.image_url && <img src={car.image_url} alt="" width={800} height={600} decoding="sync" />}
        <div className="car-sheet-title">
          <div>
            <h1 className="car-sheet-name">{buildCarName(car)}</h1>
            <p>
              <FactsLine car={car} />
            </p>
          </div>
          <p className="car-sheet-price">
            <Price minor={car.allInMinor} />
          </p>
        </div>
        {summary && (
          <p className="car-sheet-marks">
            <strong>{summary}</strong> {isLong ? '(see the next page)' : lines.join('; ')}
          </p>
        )}
        {car.description && <p className="car-sheet-text">{car.description}</p>}
        <div className="car-sheet-foot">
          <SpecTable car={car} />
          <div className="car-sheet-code">
            <QrCode text={address} label={`The address of ${buildCarName(car)}`} />
            <p>Scan for photos and to contact the seller</p>
            <p>{address}</p>
          </div>
        </div>
      </section>
      {isLong && (
        <section aria-label="Marks to print" className="car-sheet car-sheet-more">
          <h2 className="car-sheet-name">{buildCarName(car)}</h2>
          <p>
            <strong>{summary}</strong>
          </p>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </section>
      )}
    </>
  )
}
