import { Link } from 'react-router-dom'
import { choiceFacts } from '../../../contract/car-choices.ts'
import { pages } from '../../../contract/pages.ts'

/** The bodies that most cars have. */
const bodies = choiceFacts.body.options.slice(0, 6)

/** Each, drawn, leads to its cars. */
export function BodyTiles() {
  return (
    <ul className="body-tiles" aria-label="Body types">
      {bodies.map((body) => (
        <li key={body}>
          <Link to={`${pages.search.path}?body=${body}`} className="body-tile">
            <img src={`/art/bodies/${body}.svg`} alt="" width={724} height={240} loading="lazy" />
            {choiceFacts.body.optionLabels[body]}
          </Link>
        </li>
      ))}
    </ul>
  )
}
