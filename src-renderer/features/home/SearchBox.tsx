import { Link } from 'react-router-dom'
import { body as bodyFact } from '../../../contract/cars/body-and-fuel.ts'
import { pages } from '../../../contract/pages.ts'
import { BuySearch } from './BuySearch.tsx'

/** The most common body types. */
const bodies = bodyFact.options.slice(0, 6)

/**
 * Shows the two ways to start: buying in this box, and selling one click away.
 * @param sellPath where selling starts for the current user
 */
export function SearchBox({ sellPath }: { sellPath: string }) {
  return (
    <div className="search-box">
      <nav aria-label="Buy or sell" className="search-ways">
        <span aria-current="page">Buy</span>
        <Link to={sellPath}>Sell</Link>
      </nav>
      <BuySearch />
      <BodyTiles />
    </div>
  )
}

function BodyTiles() {
  return (
    <ul className="body-tiles" aria-label="Body types">
      {bodies.map((body) => (
        <li key={body}>
          <Link to={`${pages.search.path}?body=${body}`} className="body-tile">
            <img src={`/art/bodies/${body}.svg`} alt="" width={724} height={240} loading="lazy" />
            {bodyFact.optionLabels[body]}
          </Link>
        </li>
      ))}
    </ul>
  )
}
