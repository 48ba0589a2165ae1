import { Link } from 'react-router-dom'
import { BodyTiles } from './BodyTiles.tsx'
import { BuySearch } from './BuySearch.tsx'

/** The two ways to begin: buying here, selling a press away. @param sellPath where selling begins for whoever looks */
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
