import type { Purchase } from '../../../contract/purchases.ts'
import { strings } from '../../../contract/strings.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

/** Which car it is, in every table of purchases. */
export const modelColumn: Column<Purchase> = {
  key: 'model',
  header: strings.columns.modelName,
  kind: 'main',
  value: ({ carName }) => carName,
  render: ({ carID, carName }) => (
    <TextLink to={`/car/${carID}`} className="wrap-anywhere">
      {carName}
    </TextLink>
  ),
}
